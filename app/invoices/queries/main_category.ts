import { type Client, row } from '#app/kernel/database/sql'

/** The category an invoice counts under: its own, else the one most of its lines' money goes to; null without any. */
export async function mainCategory(invoiceId: number, client?: Client): Promise<number | null> {
  const found = await row<{ id: number | null }>(
    `select invoice_main_category(:invoiceId::bigint) as id`,
    { invoiceId },
    client
  )
  return found?.id ?? null
}
