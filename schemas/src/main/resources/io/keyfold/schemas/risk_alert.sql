-- The topic of risk_alert.yaml as Flink has it. Kept equal to it. No Flink job writes it: the risk service does, as this sink
-- would, byte for byte. A job that reads it declares the same.
--
-- The primary key's order (user_id, rule_id) is the order of the fields in the Kafka key. An update replaces the row,
-- an alert that closes is a null value.
CREATE TABLE risk_alert (
  user_id STRING NOT NULL,
  rule_id STRING NOT NULL,
  severity STRING NOT NULL,
  why STRING NOT NULL,
  breach_value DECIMAL(38, 4) NOT NULL,
  limit_value DECIMAL(38, 4) NOT NULL,
  order_items ARRAY<ROW<order_id STRING NOT NULL, item_id STRING NOT NULL> NOT NULL> NOT NULL,
  item_count BIGINT NOT NULL,
  opened_at TIMESTAMP_LTZ(3) NOT NULL,
  updated_at TIMESTAMP_LTZ(3) NOT NULL,
  stale BOOLEAN NOT NULL,
  as_of ARRAY<ROW<`partition` INT NOT NULL, `position` BIGINT NOT NULL> NOT NULL> NOT NULL,
  PRIMARY KEY (user_id, rule_id) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'risk_alert',
  'properties.bootstrap.servers' = 'broker-a:9092,broker-b:9092,broker-c:9092',
  -- The service writes in transactions.
  'properties.isolation.level' = 'read_committed',
  'key.format' = 'json',
  'value.format' = 'json',
  'value.fields-include' = 'ALL'
);
