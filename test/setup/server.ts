import pg from 'pg'

/** Runs one statement on a server, outside the databases under test. */
export async function onServer(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
