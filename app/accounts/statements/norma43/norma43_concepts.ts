const conceptLabels: Readonly<Record<string, string>> = {
  '01': 'Talones y reintegros',
  '02': 'Abonarés, entregas e ingresos',
  '03': 'Domiciliados, recibos y letras',
  '04': 'Giros, transferencias, traspasos y cheques',
  '05': 'Amortización de préstamos y créditos',
  '06': 'Remesas de efectos',
  '07': 'Suscripciones, dividendos pasivos y canjes',
  '08': 'Dividendos, cupones, prima de junta y amortizaciones',
  '09': 'Operaciones de bolsa y compraventa de valores',
  '10': 'Cheques gasolina',
  '11': 'Cajero automático',
  '12': 'Tarjetas de crédito y débito',
  '13': 'Operaciones en el extranjero',
  '14': 'Devoluciones e impagados',
  '15': 'Nóminas y seguros sociales',
  '16': 'Timbres, corretaje y póliza',
  '17': 'Intereses, comisiones, custodia, gastos e impuestos',
  '98': 'Anulaciones y correcciones de asiento',
  '99': 'Varios',
}

/** The Spanish name of a common concept of Norma 43 (two digits); "Varios" when it is not in the manual. */
export function normaConceptLabel(concept: string): string {
  return conceptLabels[concept] ?? 'Varios'
}

/** Common concept of what the bank gives back: returned and unpaid operations (14) and annulments (98). */
export function isNormaReversal(concept: string): boolean {
  return concept === '14' || concept === '98'
}

/**
 * The text of a movement from its 23 records, each as its two fields of 38 positions. Inside a record the fields are
 * joined without a space when the first is full to its last position, for the bank cut a word there.
 */
export function conceptText(records: readonly (readonly [string, string])[]): string {
  const texts = records.map(([first, second]) =>
    first.endsWith(' ') ? `${first.trimEnd()} ${second.trimEnd()}` : first + second.trimEnd()
  )
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}
