import { generateKeyPairSync } from 'node:crypto'

/** Amounts in minor units; instants in ISO. */
export type StoredBalance = {
  id: number
  currency: string
  type: 'STANDARD' | 'SAVINGS'
  name: string | null
  minor: number
  createdAt: string
  iban: string | null
  bic: string | null
  /** Account and routing numbers of an account without IBAN, by the word of Wise. */
  numbers: Record<string, string>
}

/** A line of a statement: `minor` is signed and contains the fee. */
export type StoredLine = {
  balanceId: number
  at: string
  minor: number
  feeMinor: number
  ref: string
  type: string
  description: string
  sender: string | null
  senderAccount: string | null
  reference: string | null
  other: { minor: number; currency: string } | null
  afterMinor: number
}

export type StoredActivity = {
  seq: number
  id: string
  type: string
  resourceType: string
  resourceId: string
  title: string
  description: string
  primary: string
  secondary: string
  status: string
  createdAt: string
  updatedAt: string
}

export type StoredQuote = {
  id: string
  sourceCurrency: string
  targetCurrency: string
  given: 'SOURCE' | 'TARGET'
  givenMinor: number
  sourceMinor: number
  targetMinor: number
  feeMinor: number
  /** In millionths. */
  rateMicro: number
  payOut: string
  targetAccount: number | null
  createdAt: string
  expiresAt: string
  isUsed: boolean
}

export type StoredTransfer = {
  id: number
  targetAccount: number
  quoteId: string
  status: string
  reference: string
  createdAt: string
  sourceCurrency: string
  /** What is converted, without the fee. */
  sourceMinor: number
  feeMinor: number
  targetCurrency: string
  targetMinor: number
  rateMicro: number
  customerTransactionId: string
  payments: { id: number; minor: number; at: string }[]
  /** When it takes its next step by itself; null when it takes none. */
  nextAt: string | null
}

export type StoredRecipient = {
  id: number
  name: string
  currency: string
  country: string | null
  type: string
  details: Record<string, unknown>
  isActive: boolean
}

export type StoredSubscription = {
  id: string
  name: string
  event: string
  version: string
  url: string
  createdAt: string
}

export type StoredToken = { kind: 'personal' | 'partner'; expiresAt: string | null; isRevoked: boolean }

/** Everything the stand-in remembers, as it is written down. */
export type WiseState = {
  nextId: number
  profile: { id: number; businessName: string; registrationNumber: string }
  userId: number
  /** The key pair that notifications are signed with. */
  keys: { privateKey: string; publicKey: string }
  client: { id: string; secret: string }
  tokens: Record<string, StoredToken>
  refreshTokens: string[]
  balances: StoredBalance[]
  lines: StoredLine[]
  activities: StoredActivity[]
  quotes: StoredQuote[]
  transfers: StoredTransfer[]
  recipients: StoredRecipient[]
  /** Answers of movements between balances, by their key. */
  moves: Record<string, unknown>
  subscriptions: StoredSubscription[]
  /** Transfers whose request was put off once already. */
  putOff: string[]
}

/** Of a company without anything yet. */
export function newState(): WiseState {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    nextId: 50_000_001,
    profile: { id: 30_000_001, businessName: 'Hotel Miramar, S. L.', registrationNumber: 'B12345674' },
    userId: 4_000_001,
    keys: { privateKey, publicKey },
    client: { id: 'caudal', secret: 'client-secret-of-trials' },
    tokens: { [PERSONAL_TOKEN]: { kind: 'personal', expiresAt: null, isRevoked: false } },
    refreshTokens: [],
    balances: [],
    lines: [],
    activities: [],
    quotes: [],
    transfers: [],
    recipients: [],
    moves: {},
    subscriptions: [],
    putOff: [],
  }
}

/** What a connection to the stand-in is made with. */
export const PERSONAL_TOKEN = 'personal-token-of-trials'
