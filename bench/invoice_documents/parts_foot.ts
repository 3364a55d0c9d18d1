import { escapeHtml, type Sheet } from './sheet.js'

/** How it is paid: accounts to pay into, the customer's own (masked) account of a direct debit, or a card. */
export function paymentBlock(sheet: Sheet, variant: string): string {
  const { invoice } = sheet
  const how = sheet.word(invoice.payment)
  const rows: [string, string][] = [[sheet.word('payment'), how]]
  const banks = sheet.choose('banks', [
    ['CaixaBank', 'Banco Santander'],
    ['BBVA', 'Banco Sabadell'],
    ['Cajamar', 'Kutxabank'],
    ['', ''],
  ])
  for (const [at, iban] of sheet.ibans().entries())
    rows.push([[sheet.word('account'), banks[at]].filter(Boolean).join(' '), iban])
  if (invoice.maskedIban)
    rows.push([
      sheet.choose('mine', ['Cuenta de cargo', 'IBAN', 'Su cuenta', 'Domiciliada en']),
      invoice.maskedIban,
    ])
  if (variant === 'none') return ''
  if (variant === 'line') return `<div>${rows.map(([name, value]) => `${name}: ${value}`).join('. ')}</div>`
  if (variant === 'box')
    return `<div style="border:.2mm solid #777;padding:2mm 3mm;display:inline-block">${rows.map(([name, value]) => `<div><b>${name}</b><br>${value}</div>`).join('')}</div>`
  if (variant === 'columns')
    return `<table class="full"><tr>${rows.map(([name]) => `<th class="l" style="font-size:.8em;background:#efefef;padding:.5mm 2mm">${name}</th>`).join('')}</tr><tr>${rows.map(([, value]) => `<td style="padding:.8mm 2mm">${value}</td>`).join('')}</tr></table>`
  if (variant === 'sentence' && invoice.ibans.length)
    return `<p>Rogamos abonen el importe en la cuenta ${sheet.ibans().join(' o bien ')} indicando el número de documento.</p>`
  return `<table class="bare">${rows.map(([name, value]) => `<tr><td style="padding-right:4mm;color:#666">${name}${sheet.look.labelEnd}</td><td>${value}</td></tr>`).join('')}</table>`
}

/** Texts that the law or habit puts at the foot, with the traps they hold (third parties, dates, numbers). */
export function remarks(sheet: Sheet): string {
  const { invoice } = sheet
  const texts: string[] = []
  if (invoice.reverseCharge) texts.push(sheet.word('reverse'))
  if (invoice.isExempt) texts.push(sheet.word('exempt'))
  if (invoice.thirdParty) {
    const { role, party } = invoice.thirdParty
    texts.push(
      `${role}: ${party.name} (${sheet.word('taxId')} ${party.taxId}), ${party.street}, ${party.city}`
    )
  }
  if (invoice.language === 'es' && sheet.choose('gdpr', [true, false, false]))
    texts.push(
      'Conforme al Reglamento (UE) 2016/679 de 27 de abril de 2016 sus datos se tratan para la gestión administrativa. Plazo máximo de reclamaciones: 7 días.'
    )
  texts.push(sheet.word('thanks'))
  return texts
    .filter(Boolean)
    .map((text) => `<div>${escapeHtml(text)}</div>`)
    .join('')
}
