import { createHash } from 'node:crypto'
import { microsecondAfter } from '#app/banking/providers/revolut/client'
import {
  type Account,
  emptyState,
  type Leg,
  type State,
  type Transaction,
  type TransactionState,
} from '#app/banking/providers/revolut/stand_in/state'
import type { StandInClock } from '#app/connectors/stand_in/stand_in_server'

type Told = {
  /** What happened to it: it came up, or its state changed from another. */
  created: (one: Transaction) => void
  changed: (one: Transaction, from: TransactionState) => void
}

export type NewTransaction = Pick<Transaction, 'type' | 'legs'> &
  Partial<Omit<Transaction, 'type' | 'legs' | 'id'>>

const DRAFT_STATES: Readonly<Record<TransactionState, string>> = {
  created: 'PENDING',
  pending: 'PENDING',
  completed: 'COMPLETED',
  declined: 'DECLINED',
  failed: 'FAILED',
  reverted: 'REVERTED',
}

/** A business at Revolut that only exists here: its money, and what becomes of a transaction as time passes. */
export class RevolutBank {
  state: State = emptyState()

  constructor(
    readonly clock: StandInClock,
    private readonly tell: Told,
    /** Between two steps of a transaction. */
    private readonly stepSeconds: number
  ) {}

  /** A key in the form of a UUID, the same in every run. */
  key(): string {
    const hex = createHash('sha256')
      .update(`revolut:${++this.state.made}`)
      .digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  /** The instant with microseconds, never the same one twice while the clock goes on. */
  stamp(): string {
    const now = this.clock.now().toISOString().replace('Z', '000Z')
    const { lastStamp } = this.state
    const isRepeated = lastStamp >= now && lastStamp.slice(0, 19) === now.slice(0, 19)
    this.state.lastStamp = isRepeated ? microsecondAfter(lastStamp) : now
    return this.state.lastStamp
  }

  account(id: unknown): Account | null {
    return this.state.accounts.find((one) => one.id === id) ?? null
  }

  /** What may be spent: the balance less what is on its way out. */
  available(account: Account): number {
    const leaving = this.state.transactions
      .filter(({ state }) => state === 'created' || state === 'pending')
      .flatMap(({ legs }) => legs)
      .filter(({ accountId, amountMinor }) => accountId === account.id && amountMinor < 0)
    return leaving.reduce((left, leg) => left + leg.amountMinor - leg.feeMinor, account.balanceMinor)
  }

  /** One side of a transaction. */
  leg(account: Account, amountMinor: number, description: string, more: Partial<Leg> = {}): Leg {
    return {
      legId: this.key(),
      accountId: account.id,
      currency: account.currency,
      amountMinor,
      feeMinor: 0,
      bill: null,
      counterparty: null,
      description,
      balanceMinor: null,
      ...more,
    }
  }

  /** Makes one, pending unless told, and tells of it. */
  make(wanted: NewTransaction): Transaction {
    const at = wanted.createdAt ?? this.stamp()
    const one: Transaction = {
      id: this.key(),
      state: 'pending',
      requestId: null,
      reasonCode: null,
      createdAt: at,
      updatedAt: at,
      completedAt: null,
      relatedId: null,
      reference: null,
      merchant: null,
      card: null,
      steps: [{ state: 'completed', reasonCode: null }],
      dueAt: this.nextStepAt(),
      draftId: null,
      isToldBadly: false,
      ...wanted,
    }
    this.state.transactions.push(one)
    this.tell.created(one)
    return one
  }

  /** Makes one that is over at once: between own accounts, or what others did. */
  makeCompleted(wanted: NewTransaction): Transaction {
    const one = this.make({ ...wanted, steps: [] })
    this.move(one, 'completed', null, wanted.createdAt)
    return one
  }

  /** Brings a transaction to a state, and money with it. */
  move(one: Transaction, to: TransactionState, reasonCode: string | null = null, at = this.stamp()): void {
    const from = one.state
    if (to === 'completed') this.book(one)
    if (to === 'reverted' && from === 'completed') this.giveBack(one)
    one.state = to
    one.reasonCode = reasonCode
    one.updatedAt = at
    if (to === 'completed') one.completedAt = at
    this.followDraft(one)
    this.tell.changed(one, from)
  }

  /** Every step that is due; what follows it comes later, by the clock. */
  work(): void {
    const now = this.clock.now().getTime()
    for (const one of this.state.transactions) {
      const [step] = one.steps
      if (!step || one.dueAt > now) continue
      one.steps = one.steps.slice(1)
      one.dueAt = this.nextStepAt()
      this.move(one, step.state, step.reasonCode)
    }
  }

  private nextStepAt(): number {
    return this.clock.now().getTime() + this.stepSeconds * 1000
  }

  private book({ legs }: Transaction): void {
    for (const leg of legs) {
      const account = this.account(leg.accountId)
      if (!account) continue
      account.balanceMinor += leg.amountMinor - leg.feeMinor
      leg.balanceMinor = account.balanceMinor
    }
  }

  private giveBack({ legs }: Transaction): void {
    for (const leg of legs) {
      const account = this.account(leg.accountId)
      if (account) account.balanceMinor -= leg.amountMinor - leg.feeMinor
    }
  }

  private followDraft({ draftId, state, reasonCode }: Transaction): void {
    const draft = this.state.drafts.find(({ id }) => id === draftId)
    for (const payment of draft?.payments ?? []) {
      payment.state = DRAFT_STATES[state]
      payment.reason = reasonCode
    }
  }
}
