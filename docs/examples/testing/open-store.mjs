import pg from 'pg';
import { createShopStore, TABLE } from '../server/own-store.mjs'; // your store

/** Opens the store. The tests call it in many processes, and pass another address when they disturb the connection. */
export async function open({ host, port }) {
  const pool = new pg.Pool({
    host,
    port,
    user: process.env.TEST_DATABASE_USER,
    database: process.env.TEST_DATABASE,
    max: 1, // 50 processes use the database at once
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  });
  pool.on('error', () => {}); // each query reports it
  pool.on('connect', (client) => client.on('error', () => {}));
  await pool.query(`SELECT pg_advisory_xact_lock(1); ${TABLE}`); // one process at a time
  return { store: createShopStore(pool), close: () => pool.end() };
}
