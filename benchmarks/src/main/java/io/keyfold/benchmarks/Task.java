package io.keyfold.benchmarks;

/** What a child JVM does: it times a contender and compares what that has made with what it must be. */
interface Task {

    /** The tasks. */
    enum Kind {
        /** A topic, read to its end. */
        READ,
        /** The same, and then the contender stays up until it is killed. */
        READ_AND_STAY,
        /** A table whose local copy is gone, brought back. */
        RESTORE,
        /** A loaded table, kept up with a transaction of updates. */
        FOLLOW,
        /** Single commits, seen one by one. */
        DELAY,
        /** A loaded table, audited beside traffic. */
        AUDIT,
        /** The risk topology on a loaded table: changes at once, then single commits. */
        RISK
    }

    /**
     * {@return the numbers, by name}
     *
     * @throws IllegalStateException if the table is wrong
     * @throws Exception whatever else goes wrong
     */
    Numbers run() throws Exception;

    static Task of(Assignment assignment) {
        return switch (assignment.task()) {
            case READ, READ_AND_STAY ->
                switch (assignment.contender()) {
                    case POLL -> new PollTask(assignment);
                    case ROCKSDB -> new RocksTask(assignment);
                    case STOCK, TRANSACTIONAL, KEYFOLD, DECLARED, CHANGELOG -> new LoadTask(assignment);
                };
            case RESTORE -> new RestoreTask(assignment);
            case FOLLOW -> new FollowTask(assignment);
            case DELAY -> new DelayTask(assignment);
            case AUDIT -> new AuditTask(assignment);
            case RISK -> new RiskTask(assignment);
        };
    }
}
