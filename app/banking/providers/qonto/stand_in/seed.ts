import { emptyState, newId, type QontoState } from '#app/banking/providers/qonto/stand_in/state'

export type SeedAccount = {
  iban: string
  name: string
  bic?: string
  /** Before the first movement, in cents. */
  openingMinor: number
  isMain?: boolean
}

export type SeedMovement = {
  /** Of which account. */
  iban: string
  /** ISO. */
  at: string
  /** In cents, negative a charge. */
  amountMinor: number
  /** Qonto's word: `transfer`, `income`, `card`, `direct_debit`, `qonto_fee`. */
  operationType: string
  counterparty: string
  counterpartyIban?: string
  reference?: string
  note?: string
  category?: string
  local?: { minor: number; currency: string }
  attachments?: readonly string[]
  status?: 'completed' | 'pending' | 'declined'
}

export type QontoSeed = {
  name?: string
  slug?: string
  accounts: readonly SeedAccount[]
  movements: readonly SeedMovement[]
  /** Payees that people have marked as trusted: paid without a signature. */
  trusted?: readonly { name: string; iban: string }[]
}

/** An organisation with what has happened to it so far, the same for the same seed. Balances are those after all movements. */
export function seedQonto({ name, slug, accounts, movements, trusted = [] }: QontoSeed): QontoState {
  const state = emptyState(slug, name)
  const first = movements.map(({ at }) => at).toSorted()[0] ?? new Date(0).toISOString()
  for (const [at, account] of accounts.entries())
    state.accounts.push({
      id: newId(state, 'account'),
      name: account.name,
      iban: account.iban,
      bic: account.bic ?? 'QNTOESB2XXX',
      isMain: account.isMain ?? at === 0,
      status: 'active',
      balanceCents: account.openingMinor,
      authorizedCents: account.openingMinor,
      updatedAt: first,
    })
  for (const payee of trusted)
    state.beneficiaries.push({
      ...payee,
      id: newId(state, 'beneficiary'),
      bic: null,
      email: null,
      status: 'validated',
      isTrusted: true,
      createdAt: first,
      updatedAt: first,
    })
  const inOrder = movements.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  for (const movement of inOrder) lay(state, movement)
  return state
}

function lay(state: QontoState, movement: SeedMovement): void {
  const { at, amountMinor, status = 'completed', local } = movement
  const account = state.accounts.find(({ iban }) => iban === movement.iban)
  if (!account) throw new Error(`No account ${movement.iban}`)
  if (status === 'completed') account.balanceCents += amountMinor
  if (status === 'completed' || (status === 'pending' && amountMinor < 0))
    account.authorizedCents += amountMinor
  account.updatedAt = at
  state.transactions.push({
    id: newId(state, 'transaction'),
    accountId: account.id,
    cents: Math.abs(amountMinor),
    side: amountMinor < 0 ? 'debit' : 'credit',
    operationType: movement.operationType,
    status,
    label: movement.counterparty,
    counterpartyIban: movement.counterpartyIban ?? null,
    reference: movement.reference ?? null,
    note: movement.note ?? null,
    local: local ?? null,
    category: movement.category ?? (amountMinor < 0 ? 'other_expense' : 'other_income'),
    emittedAt: at,
    settledAt: status === 'completed' ? at : null,
    updatedAt: at,
    settledBalanceCents: status === 'completed' ? account.balanceCents : null,
    attachments: (movement.attachments ?? []).map((fileName) => ({
      id: newId(state, 'attachment'),
      fileName,
    })),
  })
}
