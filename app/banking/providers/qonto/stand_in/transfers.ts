import { keepBack } from '#app/banking/providers/qonto/stand_in/movements'
import { nowOf, type Play } from '#app/banking/providers/qonto/stand_in/play'
import {
  newId,
  type PlayedBeneficiary,
  type PlayedTransfer,
  type WantedTransfer,
} from '#app/banking/providers/qonto/stand_in/state'
import { today } from '#app/kernel/time/calendar_date'

export type Wrong = { code: string; detail: string; pointer: string }

const REFERENCE_MAX = 140
const ATTACHMENT_ABOVE_CENTS = 3_000_000
const PROOF_HOURS = 23
const HOUR_MS = 3_600_000

type Told = Partial<{
  beneficiary_id: string
  beneficiary: { name?: string; iban?: string; bic?: string }
  reference: string
  amount: unknown
  note: string
  scheduled_date: string
  attachment_ids: string[]
}>

/** A transfer as it is asked for, or what is wrong with it; `at` is where it stands in the request. */
export function readTransfer(
  play: Play,
  given: Readonly<Record<string, unknown>>,
  accountId: unknown,
  at: string
): WantedTransfer | Wrong {
  const told = given as Told
  const { state, clock } = play
  const wrong = (code: string, detail: string, field: string): Wrong => ({
    code,
    detail,
    pointer: `${at}/${field}`,
  })
  const account = state.accounts.find(({ id }) => id === accountId)
  if (!account) return wrong('bank_account_not_found', 'unknown account', 'bank_account_id')
  if (account.status === 'closed') return wrong('account_closed', 'closed account', 'bank_account_id')
  const cents = centsOf(told.amount)
  if (cents === null || cents === 0) return wrong('invalid', 'amount is not right', 'amount')
  if (!told.reference || told.reference.length > REFERENCE_MAX)
    return wrong('invalid', 'reference is missing or too long', 'reference')
  if (cents > ATTACHMENT_ABOVE_CENTS && !told.attachment_ids?.length)
    return wrong('attachment_required', 'an attachment is needed', 'attachment_ids')
  if (told.attachment_ids?.some((one) => !state.attachments.some(({ id }) => id === one)))
    return wrong('invalid', 'unknown attachment', 'attachment_ids')
  const day = today(clock.now())
  const scheduledDate = told.scheduled_date ?? day
  if (scheduledDate < day) return wrong('invalid_scheduled_date', 'a day that is over', 'scheduled_date')
  const beneficiary = payeeOf(play, told)
  if (beneficiary === null) return wrong('beneficiary_not_found', 'no such beneficiary', 'beneficiary')
  return {
    accountId: account.id,
    beneficiary,
    cents,
    reference: told.reference,
    note: told.note ?? null,
    scheduledDate,
  }
}

/** Cents of the decimal text that the service takes; null for anything else. */
export function centsOf(amount: unknown): number | null {
  const [, whole = '', decimals = ''] =
    /^(\d+)(?:\.(\d{1,2}))?$/.exec(typeof amount === 'string' ? amount : '') ?? []
  return whole === '' ? null : Number(whole + decimals.padEnd(2, '0'))
}

function payeeOf({ state }: Play, told: Told): WantedTransfer['beneficiary'] | null {
  const { beneficiary_id: id, beneficiary } = told
  if ((id === undefined) === (beneficiary === undefined)) return null
  if (id !== undefined) return state.beneficiaries.some((one) => one.id === id) ? { id } : null
  const { name, iban, bic } = beneficiary ?? {}
  return name && iban ? { name, iban, bic: bic ?? null } : null
}

export const ibanOf = ({ state }: Play, { beneficiary }: WantedTransfer): string =>
  'id' in beneficiary
    ? (state.beneficiaries.find(({ id }) => id === beneficiary.id)?.iban ?? '')
    : beneficiary.iban

export const isTrusted = ({ state }: Play, { beneficiary }: WantedTransfer): boolean =>
  'id' in beneficiary && state.beneficiaries.some(({ id, isTrusted }) => id === beneficiary.id && isTrusted)

/** Whether a token was given for these accounts within the last day. */
export function isProven(play: Play, token: unknown, ibans: readonly string[]): boolean {
  const proof = play.state.proofs.find((one) => one.token === token)
  return proof !== undefined && !isStale(play, proof) && ibans.every((iban) => proof.ibans.includes(iban))
}

export const isStale = ({ clock }: Play, { at }: { at: string }): boolean =>
  clock.now().getTime() - Date.parse(at) > PROOF_HOURS * HOUR_MS

/** The transfer, its money kept back and its payee known from then on; or why there is none. */
export function makeTransfer(
  play: Play,
  wanted: WantedTransfer
): PlayedTransfer | { code: string; detail: string } {
  const { state } = play
  const account = state.accounts.find(({ id }) => id === wanted.accountId)
  if (!account || account.authorizedCents < wanted.cents)
    return { code: 'insufficient_funds', detail: 'not enough balance' }
  const at = nowOf(play)
  const transfer: PlayedTransfer = {
    id: newId(state, 'transfer'),
    accountId: account.id,
    beneficiaryId: beneficiaryFor(play, wanted).id,
    cents: wanted.cents,
    status: 'pending',
    reference: wanted.reference,
    note: wanted.note,
    scheduledDate: wanted.scheduledDate,
    createdAt: at,
    updatedAt: at,
    processedAt: null,
    completedAt: null,
    transactionId: null,
    declinedReason: null,
    hasComeBack: false,
  }
  state.transfers.push(transfer)
  keepBack(play, account.id, wanted.cents)
  return transfer
}

function beneficiaryFor(play: Play, { beneficiary }: WantedTransfer): PlayedBeneficiary {
  const known = play.state.beneficiaries.find((one) =>
    'id' in beneficiary ? one.id === beneficiary.id : one.iban === beneficiary.iban
  )
  if (known) return known
  if ('id' in beneficiary) throw new Error(`No beneficiary ${beneficiary.id}`)
  return makeBeneficiary(play, { ...beneficiary, email: null })
}

/** A payee, known and not trusted. */
export function makeBeneficiary(
  play: Play,
  told: Pick<PlayedBeneficiary, 'name' | 'iban' | 'bic' | 'email'>
): PlayedBeneficiary {
  const at = nowOf(play)
  const made: PlayedBeneficiary = {
    ...told,
    id: newId(play.state, 'beneficiary'),
    status: 'validated',
    isTrusted: false,
    createdAt: at,
    updatedAt: at,
  }
  play.state.beneficiaries.push(made)
  return made
}
