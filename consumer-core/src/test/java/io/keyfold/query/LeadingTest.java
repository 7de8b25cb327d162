package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class LeadingTest {

    /** As Java passes it on where the caller writes a null and no cast. */
    @Test
    void equal_nullByItself_isTheValueNull() {
        assertThat(IndexScan.of("by_user").equal((Object[]) null).leading().equal())
                .isEqualTo(Collections.singletonList(null));
        assertThat(TotalScan.of("by_user").group((Object[]) null).leading().equal())
                .isEqualTo(Collections.singletonList(null));
    }
}
