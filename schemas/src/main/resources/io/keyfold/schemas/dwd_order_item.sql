-- Writes the topic of dwd_order_item.yaml. Kept equal to it.
--
-- The primary key's order (order_id, item_id) is the order of the fields in the Kafka key. An update replaces the row,
-- a delete is a null value.
CREATE TABLE dwd_order_item_sink (
  order_id STRING NOT NULL,
  item_id STRING NOT NULL,
  user_id STRING,
  sku_id STRING,
  quantity INT,
  amount DECIMAL(18, 2),
  order_status STRING,
  update_time TIMESTAMP(3),
  PRIMARY KEY (order_id, item_id) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'dwd_order_item',
  'properties.bootstrap.servers' = 'broker-a:9092,broker-b:9092,broker-c:9092',
  'key.format' = 'json',
  'value.format' = 'json',
  'value.fields-include' = 'ALL',
  'sink.delivery-guarantee' = 'exactly-once',
  -- Required with exactly-once: without it the job does not start. Change it and the old job's open transactions
  -- hold back every read_committed reader until they time out.
  'sink.transactional-id-prefix' = 'dwd-order-item',
  'sink.parallelism' = '6',
  -- At most the broker's transaction.max.timeout.ms (15 minutes unless changed), and well above the checkpoint interval.
  'properties.transaction.timeout.ms' = '900000',
  'properties.linger.ms' = '50',
  'properties.batch.size' = '262144'
);
