type TaxCode = {
  code: string
  name: string
  kind: 'iva' | 'igic' | 'ipsi' | 're' | 'irpf' | 'exempt' | 'reverse_charge' | 'not_subject'
  rate_basis_points: number
  territory: string
  account_role: string | null
  account_suffix: string | null
  valid_from: string
  valid_to: string | null
}

const rate = (basisPoints: number) => String(basisPoints / 100).replace('.', ',')
const suffix = (basisPoints: number) => String(Math.round(basisPoints / 100)).padStart(2, '0')

const input = (
  kind: 'iva' | 'igic' | 'ipsi',
  basisPoints: number,
  territory: string,
  valid: [string, string | null] = ['2012-09-01', null]
): TaxCode => ({
  code: `${kind.toUpperCase()}${rate(basisPoints)}`,
  name: `${kind.toUpperCase()} ${rate(basisPoints)} %`,
  kind,
  rate_basis_points: basisPoints,
  territory,
  account_role: 'vat_input',
  account_suffix: suffix(basisPoints),
  valid_from: valid[0],
  valid_to: valid[1],
})

const special = (
  code: string,
  name: string,
  kind: TaxCode['kind'],
  basisPoints: number,
  role: string | null
): TaxCode => ({
  code,
  name,
  kind,
  rate_basis_points: basisPoints,
  territory: 'peninsula_baleares',
  account_role: role,
  account_suffix: role === 'vat_input' ? suffix(basisPoints) : null,
  valid_from: '2012-09-01',
  valid_to: null,
})

/**
 * Rates of IVA (Ley 37/1992; 2, 5 and 7,5 % of the temporary food and energy measures), recargo de equivalencia,
 * IGIC (Ley 4/2012 de Canarias), IPSI (Ley 8/1991) and IRPF withholding (RIRPF arts. 95, 100, 101).
 */
export const TAX_CODES: TaxCode[] = [
  ...[2100, 1000, 400, 0].map((basisPoints) => input('iva', basisPoints, 'peninsula_baleares')),
  input('iva', 500, 'peninsula_baleares', ['2022-07-01', '2024-12-31']),
  input('iva', 750, 'peninsula_baleares', ['2024-10-01', '2024-12-31']),
  input('iva', 200, 'peninsula_baleares', ['2024-10-01', '2024-12-31']),
  ...[0, 300, 500, 700, 950, 1350, 1500, 2000].map((basisPoints) => input('igic', basisPoints, 'canarias')),
  ...[50, 100, 200, 400, 800, 1000].map((basisPoints) => input('ipsi', basisPoints, 'ceuta_melilla')),
  special('RE5,2', 'Recargo de equivalencia 5,2 %', 're', 520, null),
  special('RE1,4', 'Recargo de equivalencia 1,4 %', 're', 140, null),
  special('RE0,5', 'Recargo de equivalencia 0,5 %', 're', 50, null),
  special('EXENTO', 'Exento', 'exempt', 0, null),
  special('NOSUJETO', 'No sujeto', 'not_subject', 0, null),
  special('ISP21', 'Inversión del sujeto pasivo 21 %', 'reverse_charge', 2100, 'vat_input'),
  special('ISP10', 'Inversión del sujeto pasivo 10 %', 'reverse_charge', 1000, 'vat_input'),
  {
    ...special('ISPIGIC7', 'Inversión del sujeto pasivo IGIC 7 %', 'reverse_charge', 700, 'vat_input'),
    territory: 'canarias',
  },
  special('UE21', 'Adquisición intracomunitaria 21 %', 'reverse_charge', 2100, 'vat_input'),
  special('IRPF15', 'Retención IRPF 15 % (profesionales)', 'irpf', 1500, 'withholding_deferred'),
  special('IRPF7', 'Retención IRPF 7 % (inicio de actividad)', 'irpf', 700, 'withholding_deferred'),
  special('IRPF19', 'Retención IRPF 19 % (arrendamientos)', 'irpf', 1900, 'withholding_deferred'),
  special('IRPF24', 'Retención IRNR 24 %', 'irpf', 2400, 'withholding_deferred'),
  special('IRPF1', 'Retención IRPF 1 % (módulos)', 'irpf', 100, 'withholding_deferred'),
]
