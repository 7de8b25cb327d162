package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class LeadingTest {

    /** A null that is not cast is no array to the caller who writes it. */
    @Test
    @SuppressWarnings("InexactVarargsConditional") // that is the question
    void equal_nullByItself_isTheValueNull() {
        assertThat(IndexScan.of("by_user").equal(null).leading().equal()).isEqualTo(Collections.singletonList(null));
        assertThat(TotalScan.of("by_user").group(null).leading().equal()).isEqualTo(Collections.singletonList(null));
    }
}
