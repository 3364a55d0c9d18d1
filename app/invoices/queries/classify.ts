import { type Client, row } from '#app/kernel/sql'

export type Classification = {
  categoryId: number
  profileId: number | null
  accountCode: string
  explanation: { rule: string; text: string }
}

/**
 * What an invoice line is charged to, with the reason: the way the last booked line of this supplier with a like
 * concept was charged, else the supplier's default category. Null where nothing is known: a person decides.
 */
export async function classify(
  line: { providerId: number | null; concept: string },
  client?: Client
): Promise<Classification | null> {
  if (!line.providerId) return null
  return (await byHistory(line.providerId, line.concept, client)) ?? byDefault(line.providerId, client)
}

async function byHistory(
  providerId: number,
  concept: string,
  client?: Client
): Promise<Classification | null> {
  const found = await row<{
    categoryId: number
    profileId: number | null
    accountCode: string
    reference: string
  }>(
    `select l.category_id, l.profile_id, l.account_code, i.reference from invoices i join invoice_lines l on l.invoice_id = i.id
      where i.provider_id = :providerId and i.status in ('booked', 'approved') and l.category_id is not null and l.account_code is not null
        and similarity(lower(l.concept), lower(:concept)) >= 0.6
      order by i.issued_on desc, i.id desc limit 1`,
    { providerId, concept },
    client
  )
  return (
    found && {
      ...found,
      explanation: { rule: 'history', text: `Como en la factura ${found.reference} de este proveedor` },
    }
  )
}

async function byDefault(providerId: number, client?: Client): Promise<Classification | null> {
  const found = await row<{ categoryId: number; accountCode: string; name: string }>(
    `select c.id as category_id, c.ledger_account_prefix as account_code, c.name::text from providers p
       join categories c on c.id = p.default_category_id where p.id = :providerId`,
    { providerId },
    client
  )
  return (
    found && {
      categoryId: found.categoryId,
      profileId: null,
      accountCode: found.accountCode,
      explanation: { rule: 'provider_default', text: `Categoría habitual del proveedor: ${found.name}` },
    }
  )
}
