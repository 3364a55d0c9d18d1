/** What Wise answers with, as far as it is read here. Everything may be missing: its description requires almost nothing. */
export type Amount = { value?: number; currency?: string }

export type WiseProfile = {
  id: number
  type?: string
  fullName?: string
  businessName?: string
}

export type WiseBalance = {
  id?: number
  currency?: string
  type?: string
  name?: string | null
  amount?: Amount
  reservedAmount?: Amount
  cashAmount?: Amount
  visible?: boolean
}

export type WiseAccountDetails = {
  currency?: { code?: string }
  status?: string
  deprecated?: boolean
  receiveOptions?: { type?: string; details?: { type?: string; title?: string; body?: string }[] }[]
}

export type WiseTransfer = {
  id?: number
  targetAccount?: number
  status?: string
  reference?: string
  details?: { reference?: string } | null
  created?: string
  sourceCurrency?: string
  sourceValue?: number
  targetCurrency?: string
  targetValue?: number
  customerTransactionId?: string
  quoteUuid?: string
}

export type WisePayment = {
  id?: number
  method?: string
  amount?: number
  currency?: string
  timeCreated?: string
}

export type WiseQuote = {
  id?: string
  sourceCurrency?: string
  targetCurrency?: string
  payOut?: string
  rate?: number
  status?: string
  expirationTime?: string
  paymentOptions?: WisePaymentOption[]
}

export type WisePaymentOption = {
  disabled?: boolean
  disabledReason?: { code?: string; message?: string }
  estimatedDelivery?: string
  fee?: { total?: number }
  sourceAmount?: number
  targetAmount?: number
  payIn?: string
}

export type WiseRecipient = {
  id?: number
  name?: { fullName?: string | null } | null
  currency?: string
  country?: string | null
  type?: string
  active?: boolean
  details?: Record<string, unknown> | null
  accountSummary?: string
  displayFields?: { key?: string; label?: string; value?: string }[]
  email?: string | null
}

export type WiseRequirement = {
  type?: string
  title?: string
  fields?: { name?: string; group?: WiseField[] }[]
}

export type WiseField = {
  key?: string
  name?: string
  type?: string
  refreshRequirementsOnChange?: boolean
  required?: boolean
  example?: string | null
  minLength?: number | null
  maxLength?: number | null
  validationRegexp?: string | null
  valuesAllowed?: { key?: string; name?: string }[] | null
}

export type WiseActivity = {
  id?: string
  type?: string
  resource?: { type?: string; id?: string }
  title?: string
  description?: string
  primaryAmount?: string
  secondaryAmount?: string
  status?: string
  createdOn?: string
  updatedOn?: string
}

export type WiseStatementLine = {
  type?: string
  date?: string
  amount?: Amount
  totalFees?: Amount
  details?: {
    type?: string
    description?: string
    amount?: Amount
    senderName?: string
    senderAccount?: string
    paymentReference?: string
    category?: string
    merchant?: { name?: string; category?: string }
    sourceAmount?: Amount
    targetAmount?: Amount
    recipient?: { name?: string; bankAccount?: string }
  }
  exchangeDetails?: { forAmount?: Amount } | null
  runningBalance?: Amount
  referenceNumber?: string
}
