import { makeIban, makeSpanishTaxId, makeVatNumber, type Party } from './identities.js'
import type { Random } from './random.js'
import { ABROAD, TRADES, type TradeName } from './trades.js'
import type { Language } from './words.js'

/** What all invoices of one supplier share. */
export interface Supplier {
  language: Language
  trade: TradeName
  flags: ReadonlySet<string>
  issuer: Party
  brand: string
  ibans: string[]
  numberShape: string
  customerNo: string
  contract: string
}

const NUMBER_SHAPES = [
  'F26-#####',
  '2026/A/0###',
  '26/C|####',
  'FV26#######',
  'A-2026-###',
  '##.###',
  '####',
  '26-####-B',
  'FAC 2026 #####',
  'V/####/26',
  'INV-######',
  '#######/2026',
  'R|26####',
  'FRA26##-#',
  '2026.0#####',
  'MAD26-F-####',
  '#',
  'P26CON########',
  '1-##-00####',
  'LM 0####',
]
const STREETS = [
  'C/ Poeta Querol, 8',
  'Polígono Ind. El Sequero, parcela 31',
  'Avda. Blasco Ibáñez, 120 bajo',
  'Ctra. N-340, km 118',
  'Plaza de San Nicolás, 3, 2º izda.',
  'Camino Viejo de Alfacar s/n',
  'Rúa do Vilar, 40',
  'Carrer de la Indústria, 77',
  'Gran Vía, 65, oficina 402',
  'Travesía de la Fragua, 5',
]
const TOWNS = [
  '46980|Paterna|Valencia',
  '28906|Getafe|Madrid',
  '41020|Sevilla|Sevilla',
  '08201|Sabadell|Barcelona',
  '48950|Erandio|Bizkaia',
  '15703|Santiago de Compostela|A Coruña',
  '50197|Zaragoza|Zaragoza',
  '29006|Málaga|Málaga',
  '30100|Espinardo|Murcia',
  '33211|Gijón|Asturias',
]

export function makeSupplier(
  random: Random,
  language: Language,
  trade: TradeName,
  flags: ReadonlySet<string>,
  issuerName?: string,
  numberShape?: string
): Supplier {
  const abroad = trade === 'foreign' ? ABROAD[language] : undefined
  const country = flags.has('usa') ? 'US' : flags.has('uk') ? 'GB' : (abroad?.country ?? 'ES')
  const place = random.pick(
    abroad?.cities ?? STREETS.map((street, at) => `${street}|${TOWNS[at]?.split('|').slice(0, 2).join('|')}`)
  )
  const [street = '', postcode = '', city = ''] = placeOf(flags, place)
  const drawnName = flags.has('usa')
    ? 'Halvorsen Guest Analytics, Inc.'
    : flags.has('uk')
      ? 'Pemberley Linen Company Ltd'
      : random.pick((abroad ?? TRADES[trade]).names)
  const name = issuerName ?? drawnName
  const isPerson = !/S\.|C\.|GmbH|Ltd|SAS|SARL|B\.V|Lda|Inc/.test(name)
  const kind = isPerson
    ? random.pick(['dni', 'dni', 'nie'])
    : /C\.B\./.test(name)
      ? 'E'
      : /S\.C\./.test(name)
        ? 'J'
        : /Coop/.test(name)
          ? 'F'
          : /S\.A\./.test(name) || /S\.A\.U/.test(name)
            ? 'A'
            : 'B'
  const issuer: Party = {
    name,
    taxId: country === 'ES' ? makeSpanishTaxId(random, kind) : makeVatNumber(random, country),
    street,
    postcode,
    city,
    region: '',
    country,
  }
  const ibanCountry = country === 'US' ? 'ES' : country
  const words = name
    .replace(/,.*$/, '')
    .split(' ')
    .filter((word) => word.length > 3)
  return {
    language,
    trade,
    flags,
    issuer,
    brand: flags.has('brand')
      ? random.pick(['ALBUR', 'Nivaria', 'Tresmar', 'GRUPO KÓLIBRI', 'Ventisca', 'zumaia+'])
      : words.slice(-2).join(' ') || name,
    ibans: [makeIban(random, ibanCountry), makeIban(random, ibanCountry)],
    numberShape: numberShape ?? (flags.has('bare') ? '##' : random.pick(NUMBER_SHAPES)),
    customerNo: `43000${random.digits(4)}`,
    contract: `${random.pick(['CT-', 'C', ''])}${random.digits(7)}`,
  }
}

function placeOf(flags: ReadonlySet<string>, place: string): string[] {
  if (flags.has('igic')) return ['C/ León y Castillo, 211', '35004', 'Las Palmas de Gran Canaria']
  if (flags.has('ipsi')) return ['Muelle Cañonero Dato, nave 6', '51001', 'Ceuta']
  if (flags.has('usa')) return ['410 Terry Oak Ave, Suite 300', 'TX 78701', 'Austin']
  if (flags.has('uk')) return ['18 Marshgate Lane', 'LS9 8AG', 'Leeds']
  return place.split('|')
}

/** Series (when the supplier has one apart) and number of a new invoice. */
export function numberOf(random: Random, { numberShape }: Supplier): [string | null, string] {
  const filled = numberShape.replaceAll(
    /#+/g,
    (run) => String(random.int(1, 9)) + random.digits(run.length - 1)
  )
  const [first = '', second] = filled.split('|')
  return second === undefined ? [null, first] : [first, second]
}
