package io.keyfold.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WrkResultTest {

    private static final String SAID = """
            Running 2s test @ http://127.0.0.1:34567
              1 threads and 32 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     2.53ms  650.99us  18.61ms   93.11%
                Req/Sec    12.71k     1.02k   13.59k    90.00%
              25290 requests in 2.00s, 3.45MB read
            Requests/sec:  12630.61
            Transfer/sec:      1.72MB

            RESULT records=25290 nanos=2002000000 p50Us=2410 p99Us=5120 status=0 connect=0 read=0 write=0 timeout=0
            """;

    @Test
    void parse_ofWhatWrkSays_takesItsNumbers() {
        assertThat(WrkResult.parse(SAID)).isEqualTo(new WrkResult(12_632, 2_410, 5_120));
    }

    @Test
    void parse_withErrors_namesThem() {
        assertThatThrownBy(() -> WrkResult.parse(SAID.replace("status=0", "status=7")))
                .hasMessage(
                        "Wrong answers: 25290, errors: 7 status (expected: answers, none with another status than 200"
                                + " and none failed)");
        assertThatThrownBy(
                        () -> WrkResult.parse(SAID.replace("read=0", "read=1").replace("timeout=0", "timeout=2")))
                .hasMessageContaining("errors: 1 read, 2 timeout");
    }

    @Test
    void parse_withoutAnswersOrNumbers_fails() {
        assertThatThrownBy(() -> WrkResult.parse(SAID.replace("records=25290", "records=0")))
                .hasMessageStartingWith("Wrong answers: 0, errors: none");
        assertThatThrownBy(() -> WrkResult.parse("unable to connect to 127.0.0.1:34567 Connection refused\n"))
                .hasMessage(
                        "Cannot measure: wrk gave no numbers: unable to connect to 127.0.0.1:34567 Connection refused");
    }

    @Test
    void median_ofSeveral_isThatOfEachNumber() {
        WrkResult slow = new WrkResult(100, 5, 9);
        WrkResult fast = new WrkResult(300, 1, 10);

        assertThat(WrkResult.median(List.of(slow, fast, new WrkResult(200, 4, 30))))
                .isEqualTo(new WrkResult(200, 4, 10));
        assertThat(WrkResult.median(List.of(slow, fast))).isEqualTo(new WrkResult(200, 3, 9));
    }
}
