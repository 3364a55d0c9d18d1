import { uuidOf } from '#app/banking/providers/qonto/client'

export type PlayedAccount = {
  id: string
  name: string
  iban: string
  bic: string
  isMain: boolean
  status: 'active' | 'closed'
  balanceCents: number
  /** What may be spent: without what has been promised and has not left yet. */
  authorizedCents: number
  updatedAt: string
}

export type PlayedTransaction = {
  id: string
  accountId: string
  /** Never negative: `side` says which way it goes. */
  cents: number
  side: 'credit' | 'debit'
  operationType: string
  status: string
  label: string
  counterpartyIban: string | null
  reference: string | null
  note: string | null
  local: { minor: number; currency: string } | null
  category: string
  emittedAt: string
  settledAt: string | null
  updatedAt: string
  settledBalanceCents: number | null
  attachments: readonly { id: string; fileName: string }[]
}

export type PlayedBeneficiary = {
  id: string
  name: string
  iban: string
  bic: string | null
  email: string | null
  status: 'pending' | 'validated' | 'declined'
  isTrusted: boolean
  createdAt: string
  updatedAt: string
}

export type PlayedTransfer = {
  id: string
  accountId: string
  beneficiaryId: string
  cents: number
  status: 'pending' | 'processing' | 'settled' | 'declined' | 'canceled'
  reference: string
  note: string | null
  scheduledDate: string
  createdAt: string
  updatedAt: string
  processedAt: string | null
  completedAt: string | null
  transactionId: string | null
  declinedReason: string | null
  hasComeBack: boolean
}

/** A transfer as it was asked for, once it is known to be right. */
export type WantedTransfer = {
  accountId: string
  beneficiary: { id: string } | { name: string; iban: string; bic: string | null }
  cents: number
  reference: string
  note: string | null
  scheduledDate: string
}

export type PlayedBulk = {
  id: string
  createdAt: string
  updatedAt: string
  items: {
    clientId: string
    wanted: WantedTransfer
    transferId: string | null
    errors: { code: string; detail: string }[] | null
  }[]
}

export type PlayedInternal = {
  id: string
  debitId: string
  creditId: string
  cents: number
  reference: string
  status: string
  createdAt: string
}

export type PlayedSession = {
  token: string
  /** Of the request that it was asked for: it serves no other. */
  fingerprint: string
  /** What whoever signs reads. */
  what: string
  result: 'waiting' | 'allow' | 'deny'
  createdAt: string
  isUsed: boolean
}

export type PlayedSubscription = {
  id: string
  url: string
  types: readonly string[]
  secret: string
  description: string | null
  createdAt: string
}

export type QontoState = {
  name: string
  slug: string
  credentials: { login: string; secretKey: string; clientId: string; clientSecret: string }
  accounts: PlayedAccount[]
  transactions: PlayedTransaction[]
  beneficiaries: PlayedBeneficiary[]
  transfers: PlayedTransfer[]
  bulks: PlayedBulk[]
  internals: PlayedInternal[]
  sessions: PlayedSession[]
  subscriptions: PlayedSubscription[]
  attachments: { id: string; fileName: string; sizeBytes: number }[]
  /** Whose an account is, by IBAN; an empty name for one whose bank does not answer. Others are taken to be as they are called. */
  holders: Record<string, string>
  tokens: { access: string; refresh: string; expiresAt: string }[]
  codes: string[]
  proofs: { token: string; at: string; ibans: string[] }[]
  remembered: { slot: string; at: string; status: number; json: unknown }[]
  /** Numbers that begin with these have been refused once for too many requests. */
  limitedOnce: string[]
  /** Of whom a signature is asked: for transfers always, for payees where it is told. */
  signsBeneficiaries: boolean
  /** Nobody has enrolled a telephone: what needs a signature cannot be done. */
  isEnrolled: boolean
  /** More than this has to be approved by somebody else at Qonto first; null where nothing has. */
  policyAboveCents: number | null
  /** `at_once`: somebody is always at their telephone and says yes. */
  approver: 'person' | 'at_once'
  aheadSeconds: number
  counter: number
}

/** What the played service answers to unless it is told otherwise. */
export const QONTO_STAND_IN_CREDENTIALS = {
  login: 'grupo-demo-4321',
  secretKey: 'clave-de-demostracion',
  clientId: 'caudal-demo',
  clientSecret: 'secreto-de-demostracion',
}

/** An organisation that has nothing yet. */
export const emptyState = (slug = 'grupo-demo-4321', name = 'Grupo Demo'): QontoState => ({
  name,
  slug,
  credentials: { ...QONTO_STAND_IN_CREDENTIALS },
  accounts: [],
  transactions: [],
  beneficiaries: [],
  transfers: [],
  bulks: [],
  internals: [],
  sessions: [],
  subscriptions: [],
  attachments: [],
  holders: {},
  tokens: [],
  codes: [],
  proofs: [],
  remembered: [],
  limitedOnce: [],
  signsBeneficiaries: false,
  isEnrolled: true,
  policyAboveCents: null,
  approver: 'person',
  aheadSeconds: 0,
  counter: 0,
})

/** A new key of something, the same in every run that does the same. */
export function newId(state: QontoState, kind: string): string {
  state.counter++
  return uuidOf(`${state.slug} ${kind} ${state.counter}`)
}
