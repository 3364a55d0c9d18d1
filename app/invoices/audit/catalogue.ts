import type { AuditRule } from '#app/invoices/audit/rule'
import { linesAddUp } from '#app/invoices/audit/rules/amounts/a1_lines_add_up'
import { vatAddsUp } from '#app/invoices/audit/rules/amounts/a2_vat_adds_up'
import { totalAddsUp } from '#app/invoices/audit/rules/amounts/a3_total_adds_up'
import { withholding } from '#app/invoices/audit/rules/amounts/a4_withholding'
import { unlikelyRate } from '#app/invoices/audit/rules/amounts/v1_unlikely_rate'
import { vatOfExempt } from '#app/invoices/audit/rules/amounts/v2_vat_of_exempt'
import { notDeductible } from '#app/invoices/audit/rules/amounts/v3_not_deductible'
import { exchangeRate } from '#app/invoices/audit/rules/amounts/x1_exchange_rate'
import { unknownAccount } from '#app/invoices/audit/rules/banks/b1_unknown_account'
import { blacklisted } from '#app/invoices/audit/rules/banks/b2_blacklisted'
import { accountOfAnother } from '#app/invoices/audit/rules/banks/b3_account_of_another'
import { accountCountry } from '#app/invoices/audit/rules/banks/b4_account_country'
import { hurriedChange } from '#app/invoices/audit/rules/banks/b5_hurried_change'
import { agreedPrice } from '#app/invoices/audit/rules/contracts/c1_agreed_price'
import { contractCap } from '#app/invoices/audit/rules/contracts/c2_contract_cap'
import { contractMissing } from '#app/invoices/audit/rules/contracts/c3_contract_missing'
import { repeatedPeriod } from '#app/invoices/audit/rules/contracts/c4_repeated_period'
import { exactCopy } from '#app/invoices/audit/rules/copies/d1_exact_copy'
import { sameFile } from '#app/invoices/audit/rules/copies/d2_same_file'
import { likelyCopy } from '#app/invoices/audit/rules/copies/d3_likely_copy'
import { copyInOtherCompany } from '#app/invoices/audit/rules/copies/d4_copy_in_other_company'
import { paidElsewhere } from '#app/invoices/audit/rules/copies/d5_paid_elsewhere'
import { samePerson } from '#app/invoices/audit/rules/fraud/s1_same_person'
import { alteredDocument } from '#app/invoices/audit/rules/fraud/s2_altered_document'
import { editedPdf } from '#app/invoices/audit/rules/fraud/s3_edited_pdf'
import { roundTotal } from '#app/invoices/audit/rules/habits/r1_round_total'
import { freeDay } from '#app/invoices/audit/rules/habits/r2_free_day'
import { underTheLimit } from '#app/invoices/audit/rules/habits/r3_under_the_limit'
import { splitPurchase } from '#app/invoices/audit/rules/habits/r4_split_purchase'
import { numbering } from '#app/invoices/audit/rules/habits/r5_numbering'
import { dates } from '#app/invoices/audit/rules/habits/r6_dates'
import { unusualAmount } from '#app/invoices/audit/rules/habits/r7_unusual_amount'
import { frequency } from '#app/invoices/audit/rules/habits/r8_frequency'
import { readerNotice } from '#app/invoices/audit/rules/l1_reader_notice'
import { issuerTaxId } from '#app/invoices/audit/rules/parties/n1_issuer_tax_id'
import { issuerIsProvider } from '#app/invoices/audit/rules/parties/n2_issuer_is_provider'
import { addressee } from '#app/invoices/audit/rules/parties/n3_addressee'
import { inventedProvider } from '#app/invoices/audit/rules/parties/n4_invented_provider'
import { barredProvider } from '#app/invoices/audit/rules/policies/p1_barred_provider'
import { paymentTerm } from '#app/invoices/audit/rules/policies/p2_payment_term'
import { lateBooking } from '#app/invoices/audit/rules/policies/p3_late_booking'
import { documentMissing } from '#app/invoices/audit/rules/policies/p4_document_missing'
import { unclassified } from '#app/invoices/audit/rules/policies/p5_unclassified'
import { barredCategory } from '#app/invoices/audit/rules/policies/p6_barred_category'

/** Every rule on invoices, in the order of area 06 §3; what is of a supplier is in `provider_rules.ts`. */
export const CATALOGUE: readonly AuditRule[] = [
  exactCopy,
  sameFile,
  likelyCopy,
  copyInOtherCompany,
  paidElsewhere,
  linesAddUp,
  vatAddsUp,
  totalAddsUp,
  withholding,
  issuerTaxId,
  issuerIsProvider,
  addressee,
  inventedProvider,
  unknownAccount,
  blacklisted,
  accountOfAnother,
  accountCountry,
  hurriedChange,
  agreedPrice,
  contractCap,
  contractMissing,
  repeatedPeriod,
  unlikelyRate,
  vatOfExempt,
  notDeductible,
  roundTotal,
  freeDay,
  underTheLimit,
  splitPurchase,
  numbering,
  dates,
  unusualAmount,
  frequency,
  barredProvider,
  paymentTerm,
  lateBooking,
  documentMissing,
  unclassified,
  barredCategory,
  samePerson,
  alteredDocument,
  editedPdf,
  exchangeRate,
  readerNotice,
]
