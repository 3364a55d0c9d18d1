import { randomUUID } from 'node:crypto'
import { toSepaText } from '#app/kernel/text/sepa_text'
import { foldText, trigramSimilarity } from '#app/kernel/text/similarity'
import { type Fault, faultByCents } from '#app/payments/sandbox_bank/bank_faults'

export type BankStatus =
  | 'pending'
  | 'awaiting_authorisation'
  | 'payee_mismatch'
  | 'settled'
  | 'declined'
  | 'returned'
  | 'cancelled'

/** What a customer asks the bank to do; amounts in cents. */
export type BankRequest = {
  reference: string
  amount: number
  currency: string
  debtorIban: string
  creditorIban: string
  creditorName: string
}

export type BankTransfer = BankRequest & {
  id: string
  key: string
  fault: Fault
  status: BankStatus
  changedOn: string
  reasonCode: string | null
  reason: string | null
}

/** What the bank tells by itself when a transfer changes. */
export type BankNotice = { id: string; transferId: string; reference: string; status: BankStatus }

/** Who somebody thinks an account belongs to. */
export type PayeeQuestion = { iban: string; name: string }

/** What a transfer carries of a name. */
const NAME_LENGTH = 70

/** So alike are names that a bank takes for the same, mistyped. */
const CLOSE_LIKENESS = 0.6

type Remembered = { body: string; transferId: string; at: number }

type Options = {
  faultOf?: (request: BankRequest) => Fault
  /** How long a key is remembered, in seconds: afterwards the same key makes another transfer, as real banks do. */
  keySeconds?: number
  tell?: (notice: BankNotice) => void
  now?: () => number
}

export type Acceptance =
  | { kind: 'accepted'; transfer: BankTransfer; fault: Fault; isFirst: boolean }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'rate_limited' | 'lost' | 'bad_gateway' }

/**
 * A bank that only exists here: it takes transfers, remembers keys for a while, settles, declines, gives back and
 * tells about it, and does wrong what it is asked to. Stateful; every transfer it ever took stays to be counted.
 */
export class SandboxBank {
  readonly transfers = new Map<string, BankTransfer>()
  /** Whose an account is, by IBAN; one that is not in here belongs to whom it is said to, null cannot be checked. */
  readonly holders = new Map<string, string | null>()
  private readonly keys = new Map<string, Remembered>()
  private readonly struck = new Set<string>()
  faultOf: (request: BankRequest) => Fault
  keySeconds: number
  tell: (notice: BankNotice) => void
  /** Seconds that the bank's clock is ahead: to let keys expire. */
  aheadSeconds = 0
  private readonly clock: () => number

  constructor({ faultOf = faultByCents, keySeconds = 1800, tell = () => {}, now = Date.now }: Options = {}) {
    this.faultOf = faultOf
    this.keySeconds = keySeconds
    this.tell = tell
    this.clock = now
  }

  /** Verification of payee: the same name, one that is nearly it (which is then told), or another. */
  checkPayee({ iban, name }: PayeeQuestion): { result: string; name: string | null } {
    const holder = this.holders.get(iban)
    if (holder === undefined) return { result: 'match', name: null }
    if (holder === null) return { result: 'not_possible', name: null }
    const [held, asked] = [toSepaText(holder, NAME_LENGTH), toSepaText(name, NAME_LENGTH)].map(foldText)
    const likeness = trigramSimilarity(held ?? '', asked ?? '')
    if (held === asked) return { result: 'match', name: null }
    return likeness >= CLOSE_LIKENESS
      ? { result: 'close_match', name: holder }
      : { result: 'no_match', name: null }
  }

  /** All that the bank knows, as a text that `remember` reads again: it outlives its process. */
  dump(): string {
    return JSON.stringify({
      transfers: [...this.transfers.values()],
      keys: [...this.keys],
      struck: [...this.struck],
    })
  }

  remember(text: string): void {
    const { transfers, keys, struck } = JSON.parse(text) as {
      transfers: BankTransfer[]
      keys: [string, Remembered][]
      struck: string[]
    }
    for (const transfer of transfers) this.transfers.set(transfer.id, transfer)
    for (const [key, remembered] of keys) this.keys.set(key, remembered)
    for (const key of struck) this.struck.add(key)
  }

  now(): number {
    return this.clock() + this.aheadSeconds * 1000
  }

  /** Takes a transfer, or gives what it gave before for this key; another body under a key is refused. */
  accept(request: BankRequest, key: string): Acceptance {
    const body = JSON.stringify(request)
    const known = this.keys.get(key)
    if (known && this.now() - known.at < this.keySeconds * 1000) {
      const transfer = this.transfers.get(known.transferId)
      if (!transfer || known.body !== body)
        return { kind: 'refused', code: 'KEY', message: 'La clave ya se usó para otra transferencia' }
      return { kind: 'accepted', transfer, fault: 'none', isFirst: false }
    }
    const fault = this.strikeOnce(request, key)
    if (fault === 'rate_limited') return { kind: 'rate_limited' }
    if (fault === 'lost_before_accepting') return { kind: 'lost' }
    if (fault === 'bad_gateway') return { kind: 'bad_gateway' }
    if (fault === 'declined')
      return { kind: 'refused', code: 'AM04', message: 'Saldo insuficiente en la cuenta de cargo' }
    const transfer = this.open(request, key, fault)
    this.keys.set(key, { body, transferId: transfer.id, at: this.now() })
    return { kind: 'accepted', transfer, fault, isFirst: true }
  }

  find(reference: string): BankTransfer[] {
    return [...this.transfers.values()].filter((transfer) => transfer.reference === reference)
  }

  /** A person authorises at the bank, or goes on although the name does not match. */
  proceed(id: string): BankTransfer | null {
    const transfer = this.transfers.get(id)
    if (!transfer) return null
    if (['awaiting_authorisation', 'payee_mismatch'].includes(transfer.status))
      this.change(transfer, 'pending')
    return transfer
  }

  cancel(id: string): BankTransfer | null {
    const transfer = this.transfers.get(id)
    if (!transfer) return null
    if (['awaiting_authorisation', 'payee_mismatch'].includes(transfer.status))
      this.change(transfer, 'cancelled')
    return transfer
  }

  /** The bank works: what is pending is executed or declined, what is to come back comes back. */
  work(): void {
    for (const transfer of this.transfers.values()) {
      if (transfer.status === 'pending') this.execute(transfer)
      else if (transfer.status === 'settled' && transfer.fault === 'returned_after_payment')
        this.change(transfer, 'returned', 'MS03', 'Sin motivo')
    }
  }

  private execute(transfer: BankTransfer): void {
    if (transfer.fault === 'late_rejection') this.change(transfer, 'declined', 'AM04', 'Saldo insuficiente')
    else this.change(transfer, 'settled')
  }

  private open(request: BankRequest, key: string, fault: Fault): BankTransfer {
    const status: BankStatus =
      fault === 'needs_authorisation'
        ? 'awaiting_authorisation'
        : fault === 'payee_mismatch'
          ? 'payee_mismatch'
          : 'pending'
    const transfer: BankTransfer = {
      ...request,
      id: randomUUID(),
      key,
      fault,
      status,
      changedOn: this.day(),
      reasonCode: null,
      reason: null,
    }
    this.transfers.set(transfer.id, transfer)
    this.notify(transfer)
    return transfer
  }

  private change(
    transfer: BankTransfer,
    status: BankStatus,
    code: string | null = null,
    reason: string | null = null
  ): void {
    Object.assign(transfer, { status, changedOn: this.day(), reasonCode: code, reason })
    this.notify(transfer)
    if (transfer.fault !== 'notified_twice' && transfer.fault !== 'notified_out_of_order') return
    this.notify(transfer)
    // News of a state that is over already.
    if (transfer.fault === 'notified_out_of_order') this.notify({ ...transfer, status: 'pending' })
  }

  private notify({ id, reference, status }: BankTransfer): void {
    const notice = { id: randomUUID(), transferId: id, reference, status }
    this.tell(notice)
    const { fault } = this.transfers.get(id) ?? {}
    if (fault === 'notified_twice') this.tell(notice)
  }

  private strikeOnce(request: BankRequest, key: string): Fault {
    const fault = this.faultOf(request)
    if (this.struck.has(key)) return 'none'
    this.struck.add(key)
    return fault
  }

  private day(): string {
    return new Date(this.now()).toLocaleDateString('en-CA', { timeZone: 'Europe/Madrid' })
  }
}
