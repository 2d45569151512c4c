-- One row for each attempt to pay. In MySQL, {text} is MEDIUMTEXT, {engine} is InnoDB with a binary collation, and an index
-- has no {if_not_exists}. Elsewhere, {text} is TEXT.
CREATE TABLE IF NOT EXISTS payment_attempts (
  mode VARCHAR(4) NOT NULL,
  id VARCHAR(255) NOT NULL,
  state VARCHAR(9) NOT NULL,
  holds CHAR(64),
  order_hash CHAR(64),
  reference {text},
  page_reference {text},
  fingerprint VARCHAR(64),
  owner VARCHAR(32),
  client VARCHAR(80),
  amount BIGINT,
  currency CHAR(3),
  created BIGINT NOT NULL,
  since BIGINT NOT NULL,
  due_by BIGINT,
  expires BIGINT,
  answer {text},
  settlement VARCHAR(32),
  deliver_at BIGINT,
  failures INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (mode, id),
  UNIQUE (mode, holds)
) {engine};
CREATE INDEX {if_not_exists} payment_attempts_created ON payment_attempts (mode, created);
CREATE INDEX {if_not_exists} payment_attempts_order ON payment_attempts (mode, order_hash, created);
CREATE INDEX {if_not_exists} payment_attempts_client ON payment_attempts (mode, client, created);
CREATE INDEX {if_not_exists} payment_attempts_state ON payment_attempts (mode, state);
CREATE INDEX {if_not_exists} payment_attempts_deliver ON payment_attempts (mode, deliver_at);
CREATE INDEX {if_not_exists} payment_attempts_expires ON payment_attempts (expires);
