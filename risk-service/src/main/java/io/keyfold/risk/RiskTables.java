package io.keyfold.risk;

/** The tables that the service reads, by their contracts' names. */
public final class RiskTables {

    /** Order items: what is judged. */
    public static final String ITEMS = "dwd_order_item";
    /** Items by user. */
    public static final String ITEMS_BY_USER = "by_user";
    /** Alerts: what the service writes, and reads to tell of them. */
    public static final String ALERTS = "risk_alert";
    /** Alerts by rule. */
    public static final String ALERTS_BY_RULE = "by_rule";
    /** How many alerts a rule has open. */
    public static final String OPEN_BY_RULE = "open_by_rule";

    private RiskTables() {}
}
