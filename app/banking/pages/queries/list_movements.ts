import type { MovementType } from '#app/banking/bank_provider'
import { MOVEMENT_TYPES } from '#app/banking/banking_labels'
import { virtualOfLine } from '#app/banking/pages/ports'
import { providerTransactionsList } from '#app/banking/queries/list_provider_transactions'
import { rows } from '#app/kernel/database/sql'
import type { List } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

type Told = typeof providerTransactionsList
type Found = Parameters<Told['toRow']>[0] & { virtualAccount: string | null }
export type MovementRow = ReturnType<Told['toRow']> & { virtual: string; actions: string[] }

/** SQL: the key of the virtual account that a movement `t` is attributed to; null where nobody has said. */
const virtualId = (): string => {
  const [of] = virtualOfLine.all()
  return of ? `(${of('t.bank_statement_line_id')})` : 'null::bigint'
}

/** SQL: whether a movement `t` is attributed to a virtual account. */
export const isOfVirtual = (virtual: string): string => `${virtualId()} = ${virtual}`

/** Movements of an account with the virtual account that each is attributed to. */
export function movementsList(): List<Found, MovementRow> {
  const { definition, columns, toRow, ...list } = providerTransactionsList
  return {
    ...list,
    definition: {
      ...definition,
      select: `${definition.select}, (select v.name from virtual_accounts v where v.id = ${virtualId()}) as virtual_account`,
    },
    toRow(found) {
      const row = toRow(found)
      return {
        ...row,
        text: found.text || (found.counterpartyName ?? MOVEMENT_TYPES[found.type]),
        virtual: found.virtualAccount ?? 'Sin asignar',
        actions: row.duplicate ? ['duplicate'] : [],
      }
    },
    columns: [
      ...(columns as List<Found, MovementRow>['columns']),
      { key: 'virtual', title: 'Cuenta virtual', kind: 'text', width: 120, card: 'hidden' },
    ],
  }
}

export type PendingMovement = {
  id: number
  since: string
  text: string
  counterparty: string | null
  type: string
  amount: MoneyJson
}

type FoundPending = {
  id: number
  occurredAt: Date
  text: string
  counterpartyName: string | null
  type: MovementType
  amountMinor: number
  currency: string
}

const PENDING_MAX = 50

/** What the provider has announced for an account and not booked yet, the newest first, at most fifty. */
export async function pendingMovements(accountId: number): Promise<PendingMovement[]> {
  const found = await rows<FoundPending>(
    `select id, occurred_at, text, counterparty_name, type, amount_minor, currency from provider_transactions
      where provider_account_id = :accountId and status = 'pending' order by occurred_at desc, id desc limit ${PENDING_MAX}`,
    { accountId }
  )
  return found.map(({ id, occurredAt, text, counterpartyName, type, amountMinor, currency }) => ({
    id,
    since: occurredAt.toISOString(),
    text: text || (counterpartyName ?? MOVEMENT_TYPES[type]),
    counterparty: counterpartyName,
    type: MOVEMENT_TYPES[type],
    amount: { minor: amountMinor, currency },
  }))
}
