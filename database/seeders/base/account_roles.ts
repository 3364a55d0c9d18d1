/** Default accounts of the posting roles (PGC 2007). A company may override each; postings read them from the table. */
export const ACCOUNT_ROLES: { role: string; account_code: string }[] = [
  ['supplier_payable', '400'], ['services_payable', '410'], ['bills_payable', '411'], ['group_payable', '403'],
  ['asset_payable', '523'], ['prepayment', '407'], ['accrued_purchases', '4009'], ['vat_input', '472'],
  ['vat_output', '477'], ['withholding_deferred', '47519'], ['withholding_payable', '4751'], ['vat_payable', '4750'],
  ['vat_receivable', '4700'], ['tax_prepaid', '473'], ['corporate_tax_payable', '4752'], ['corporate_tax_expense', '6300'],
  ['penalty', '678'], ['wages', '640'], ['employer_social_security', '642'], ['payroll_payable', '4650'],
  ['employee_expenses_payable', '4651'], ['social_security_payable', '476'], ['payments_in_transit', '5550'],
  ['unidentified', '5559'], ['own_transfers_in_transit', '5729'], ['bank', '572'], ['foreign_bank', '573'],
  ['wallet', '5720'], ['cash', '570'], ['credit_line', '5201'], ['customers', '430'], ['booking_channel', '430'],
  ['group_customer', '433'], ['customer_advances', '438'], ['sales', '705'], ['booking_commission', '623'],
  ['bank_fees', '626'], ['intercompany_current', '5523'], ['loan_receivable_long', '2423'], ['loan_receivable_short', '5323'],
  ['loan_payable_long', '1633'], ['loan_payable_short', '5133'], ['interest_receivable', '5343'], ['interest_payable', '5143'],
  ['interest_income', '7620'], ['interest_expense', '6620'], ['rebilling_income', '759'], ['litigation_provision_long', '142'],
  ['litigation_provision_short', '5292'], ['litigation_provision_release', '7952'], ['contract_deposit_long', '260'],
  ['contract_deposit_short', '565'], ['court_deposit_long', '265'], ['court_deposit_short', '566'], ['fx_loss', '668'],
  ['fx_gain', '768'], ['difference_loss', '669'], ['difference_gain', '769'], ['year_result', '129'], ['opening_equity', '120'],
].map(([role = '', account_code = '']) => ({ role, account_code }))
