import type { AuditRule } from '#app/invoices/audit/rule'
import { linesAddUp } from '#app/invoices/audit/rules/a1_lines_add_up'
import { vatAddsUp } from '#app/invoices/audit/rules/a2_vat_adds_up'
import { totalAddsUp } from '#app/invoices/audit/rules/a3_total_adds_up'
import { withholding } from '#app/invoices/audit/rules/a4_withholding'
import { unknownAccount } from '#app/invoices/audit/rules/b1_unknown_account'
import { blacklisted } from '#app/invoices/audit/rules/b2_blacklisted'
import { accountOfAnother } from '#app/invoices/audit/rules/b3_account_of_another'
import { accountCountry } from '#app/invoices/audit/rules/b4_account_country'
import { hurriedChange } from '#app/invoices/audit/rules/b5_hurried_change'
import { agreedPrice } from '#app/invoices/audit/rules/c1_agreed_price'
import { contractCap } from '#app/invoices/audit/rules/c2_contract_cap'
import { contractMissing } from '#app/invoices/audit/rules/c3_contract_missing'
import { repeatedPeriod } from '#app/invoices/audit/rules/c4_repeated_period'
import { exactCopy } from '#app/invoices/audit/rules/d1_exact_copy'
import { sameFile } from '#app/invoices/audit/rules/d2_same_file'
import { likelyCopy } from '#app/invoices/audit/rules/d3_likely_copy'
import { copyInOtherCompany } from '#app/invoices/audit/rules/d4_copy_in_other_company'
import { paidElsewhere } from '#app/invoices/audit/rules/d5_paid_elsewhere'
import { readerNotice } from '#app/invoices/audit/rules/l1_reader_notice'
import { issuerTaxId } from '#app/invoices/audit/rules/n1_issuer_tax_id'
import { issuerIsProvider } from '#app/invoices/audit/rules/n2_issuer_is_provider'
import { addressee } from '#app/invoices/audit/rules/n3_addressee'
import { inventedProvider } from '#app/invoices/audit/rules/n4_invented_provider'
import { barredProvider } from '#app/invoices/audit/rules/p1_barred_provider'
import { paymentTerm } from '#app/invoices/audit/rules/p2_payment_term'
import { lateBooking } from '#app/invoices/audit/rules/p3_late_booking'
import { documentMissing } from '#app/invoices/audit/rules/p4_document_missing'
import { unclassified } from '#app/invoices/audit/rules/p5_unclassified'
import { barredCategory } from '#app/invoices/audit/rules/p6_barred_category'
import { roundTotal } from '#app/invoices/audit/rules/r1_round_total'
import { freeDay } from '#app/invoices/audit/rules/r2_free_day'
import { underTheLimit } from '#app/invoices/audit/rules/r3_under_the_limit'
import { splitPurchase } from '#app/invoices/audit/rules/r4_split_purchase'
import { numbering } from '#app/invoices/audit/rules/r5_numbering'
import { dates } from '#app/invoices/audit/rules/r6_dates'
import { unusualAmount } from '#app/invoices/audit/rules/r7_unusual_amount'
import { frequency } from '#app/invoices/audit/rules/r8_frequency'
import { samePerson } from '#app/invoices/audit/rules/s1_same_person'
import { alteredDocument } from '#app/invoices/audit/rules/s2_altered_document'
import { editedPdf } from '#app/invoices/audit/rules/s3_edited_pdf'
import { unlikelyRate } from '#app/invoices/audit/rules/v1_unlikely_rate'
import { vatOfExempt } from '#app/invoices/audit/rules/v2_vat_of_exempt'
import { notDeductible } from '#app/invoices/audit/rules/v3_not_deductible'
import { exchangeRate } from '#app/invoices/audit/rules/x1_exchange_rate'

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
