/** What is read of Revolut's objects. Words may be new and members missing: the readers of `transform.ts` say what is needed. */
export type WireAccount = {
  id: string
  name?: string
  balance: number
  currency: string
  state: string
  created_at: string
}

export type WireBankDetails = {
  iban?: string
  bic?: string
  account_no?: string
  sort_code?: string
  routing_number?: string
  beneficiary?: string
  /** The account is shared with other customers and money finds its way by `unique_reference`. */
  pooled?: boolean
  unique_reference?: string
}

export type WireLeg = {
  leg_id: string
  amount: number
  fee?: number
  currency: string
  bill_amount?: number
  bill_currency?: string
  account_id: string
  counterparty?: { id?: string; account_id?: string; account_type: string }
  description?: string
  balance?: number
}

export type WireTransaction = {
  id: string
  type: string
  state: string
  request_id?: string
  reason_code?: string
  created_at: string
  updated_at: string
  completed_at?: string
  related_transaction_id?: string
  reference?: string
  merchant?: { name?: string; category_code?: string }
  card?: { id: string; card_number: string }
  legs: WireLeg[]
}

/** The answer to a payment, a transfer between own accounts and an exchange. */
export type WireTaken = { id: string; state: string; created_at?: string; completed_at?: string }

export type WireMoney = { amount: number; currency: string }

/** A reason that a transfer to a country in a currency has to have. */
export type WireReason = { country: string; currency: string; code: string; description?: string }

export type WireRate = { from: WireMoney; to: WireMoney; rate: number; fee: WireMoney }

export type WireQuote = {
  amount: WireMoney
  fee: WireMoney
  estimated_total: WireMoney
  estimated_exchange_rate?: string
  estimated_arrival?: { date?: string }
}

export type WireDraftPayment = {
  id: string
  amount: WireMoney
  account_id: string
  receiver?: { counterparty_id: string; account_id?: string }
  state: string
  reason?: string
  error_message?: string
  reference?: string
}

export type WireDraft = { id: string; title?: string }

export type WireCounterpartyAccount = {
  id: string
  name?: string
  bank_country?: string
  currency: string
  type: string
  account_no?: string
  iban?: string
  sort_code?: string
  routing_number?: string
  bic?: string
}

export type WireCounterparty = {
  id: string
  name: string
  revtag?: string
  country?: string
  state: string
  created_at: string
  accounts?: WireCounterpartyAccount[]
}

export type WireField = {
  name: string
  required: boolean
  regex?: { pattern: string; description?: string }
  options?: { value: string }[]
}

export type WireNameCheck = {
  result_code: string
  company_name?: string
  individual_name?: { first_name?: string; last_name?: string }
}

export type WireEvent = {
  event: string
  timestamp: string
  data: { id?: string; state?: string; new_state?: string }
}

export type WireHook = { id: string; url: string; signing_secret?: string }
