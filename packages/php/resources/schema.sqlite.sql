CREATE TABLE IF NOT EXISTS payment_attempts (
  mode TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  holds TEXT,
  order_hash TEXT,
  reference TEXT,
  page_reference TEXT,
  fingerprint TEXT,
  owner TEXT,
  client TEXT,
  amount INTEGER,
  currency TEXT,
  created INTEGER NOT NULL,
  since INTEGER NOT NULL,
  due_by INTEGER,
  expires INTEGER,
  status INTEGER,
  body TEXT,
  media_type TEXT,
  action TEXT,
  settlement TEXT,
  deliver_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (mode, id),
  UNIQUE (mode, holds)
);
CREATE INDEX IF NOT EXISTS payment_attempts_created ON payment_attempts (mode, created);
CREATE INDEX IF NOT EXISTS payment_attempts_order ON payment_attempts (mode, order_hash, created);
CREATE INDEX IF NOT EXISTS payment_attempts_client ON payment_attempts (mode, client, created);
CREATE INDEX IF NOT EXISTS payment_attempts_state ON payment_attempts (mode, state);
CREATE INDEX IF NOT EXISTS payment_attempts_deliver ON payment_attempts (mode, deliver_at);
CREATE INDEX IF NOT EXISTS payment_attempts_expires ON payment_attempts (expires);
