package io.keyfold.risk.stream;

import java.util.List;

/** Notes what it is told. */
record ToldEvents(List<String> told) implements RiskEvents {

    @Override
    public void untimed() {
        told.add("untimed");
    }

    @Override
    public void late() {
        told.add("late");
    }

    @Override
    public void early() {
        told.add("early");
    }

    @Override
    public void ownerless() {
        told.add("ownerless");
    }

    @Override
    public void opened(String ruleId) {
        told.add("opened " + ruleId);
    }

    @Override
    public void updated(String ruleId) {
        told.add("updated " + ruleId);
    }

    @Override
    public void closed(String ruleId) {
        told.add("closed " + ruleId);
    }
}
