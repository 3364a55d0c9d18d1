/** What is read of Qonto's objects. Anything may be missing or be a word that is new: the readers of `transform.ts` say what is needed. */
export type WireAccount = {
  id: string
  name: string
  status: string
  main: boolean
  iban: string | null
  bic: string | null
  currency: string
  balance: number
  balance_cents: number
  authorized_balance: number
  authorized_balance_cents: number
  is_external_account?: boolean
}

export type WireCounterparty = {
  counterparty_account_number?: string | null
  counterparty_account_number_format?: string | null
}

export type WireTransaction = {
  id: string
  amount: number
  amount_cents: number
  currency: string
  local_amount?: number
  local_currency?: string
  settled_balance?: number | null
  settled_balance_cents?: number | null
  side: string
  operation_type: string
  status: string
  label?: string | null
  clean_counterparty_name?: string | null
  note?: string | null
  reference?: string | null
  category?: string | null
  emitted_at: string
  settled_at?: string | null
  bank_account_id: string
  transfer?: WireCounterparty | null
  income?: WireCounterparty | null
  swift_income?: WireCounterparty | null
  direct_debit?: WireCounterparty | null
  attachment_ids?: string[]
  attachments?: { id?: string; file_name?: string }[]
}

export type WireTransfer = {
  id: string
  beneficiary_id?: string
  bank_account_id: string
  amount: number
  amount_cents: number
  amount_currency: string
  status: string
  reference?: string | null
  note?: string | null
  updated_at?: string | null
  processed_at?: string | null
  completed_at?: string | null
  transaction_id?: string | null
  declined_reason?: string | null
}

export type WireBulkResult = {
  client_transfer_id: string
  transfer_id?: string | null
  status: string
  errors?: WireError[] | null
}

export type WireBulk = { id: string; total_count: number; results: WireBulkResult[]; updated_at?: string }

export type WireInternal = { id: string; amount_cents: number; status: string; amount_currency?: string }

export type WireBeneficiary = {
  id: string
  name: string
  iban?: string | null
  bic?: string | null
  email?: string | null
  currency?: string | null
  status: string
  trusted: boolean
}

export type WireError = {
  code?: string
  detail?: string
  source?: { pointer?: string; parameter?: string }
  meta?: Record<string, unknown>
}
