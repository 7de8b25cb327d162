CREATE TABLE prefixed_key_sink (
  k_order_id STRING,
  k_item_id STRING,
  order_id STRING,
  item_id STRING,
  amount DECIMAL(18, 2),
  PRIMARY KEY (k_order_id, k_item_id) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'prefixed_key',
  'properties.bootstrap.servers' = 'broker-a:9092',
  'key.format' = 'json',
  'key.json.timestamp-format.standard' = 'ISO-8601',
  'key.fields-prefix' = 'k_',
  'value.format' = 'json',
  'value.fields-include' = 'EXCEPT_KEY'
);
