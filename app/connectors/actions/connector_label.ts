import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

const LENGTH_MAX = 80

type Named = { provider: string; siteId: number; label: string; except?: number }

/** The label of a connection as it is kept. Throws DomainError at `label` when it has none, too long a one or that of another. */
export async function freeLabel(
  { provider, siteId, label, except }: Named,
  trx: Transaction
): Promise<string> {
  const kept = label.trim()
  if (kept === '' || kept.length > LENGTH_MAX)
    throw new DomainError('E_LABEL', `Introduzca una etiqueta de hasta ${LENGTH_MAX} caracteres.`, {
      field: 'label',
    })
  const taken = await row(
    `select 1 as found from connectors
      where provider = :provider and site_id = :siteId and label = :kept and id is distinct from :except::bigint`,
    { provider, siteId, kept, except: except ?? null },
    trx
  )
  if (taken)
    throw new DomainError('E_LABEL', 'La empresa ya tiene una conexión con esta etiqueta.', {
      field: 'label',
    })
  return kept
}
