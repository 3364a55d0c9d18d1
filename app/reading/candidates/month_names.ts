import { isWithinEdits } from '#app/reading/pages/text_forms'

const months: [number, string[]][] = [
  [
    1,
    [
      'jaenner',
      'jaen',
      'stycznia',
      'xaneiro',
      'xan',
      'urtarrila',
      'urt',
      'enero',
      'ene',
      'gener',
      'gen',
      'january',
      'jan',
      'januar',
      'janner',
      'janvier',
      'janv',
      'janeiro',
      'gennaio',
      'januari',
    ],
  ],
  [
    2,
    [
      'feber',
      'lutego',
      'febreiro',
      'otsaila',
      'ots',
      'febrero',
      'feb',
      'febr',
      'february',
      'februar',
      'fevrier',
      'fevr',
      'fev',
      'fevereiro',
      'febbraio',
      'februari',
      'febrer',
    ],
  ],
  [
    3,
    [
      'mrz',
      'maerz',
      'marca',
      'martxoa',
      'martxo',
      'marzo',
      'mar',
      'marc',
      'march',
      'marz',
      'mars',
      'marco',
      'maart',
      'mrt',
    ],
  ],
  [4, ['kwietnia', 'apirila', 'api', 'abril', 'abr', 'april', 'apr', 'avril', 'avr', 'aprile']],
  [5, ['maj', 'maja', 'maiatza', 'mayo', 'may', 'maig', 'mai', 'maio', 'maggio', 'mag', 'mei']],
  [
    6,
    [
      'jui',
      'czerwca',
      'xuno',
      'xun',
      'ekaina',
      'eka',
      'junio',
      'jun',
      'juny',
      'june',
      'juni',
      'juin',
      'junho',
      'giugno',
      'giu',
    ],
  ],
  [
    7,
    [
      'lipca',
      'xullo',
      'xul',
      'uztaila',
      'uzt',
      'julio',
      'jul',
      'juliol',
      'july',
      'juli',
      'juillet',
      'juil',
      'julho',
      'luglio',
      'lug',
    ],
  ],
  [
    8,
    [
      'aou',
      'augusti',
      'sierpnia',
      'abuztua',
      'abu',
      'agosto',
      'ago',
      'agost',
      'august',
      'aug',
      'aout',
      'augustus',
      'ag',
    ],
  ],
  [
    9,
    [
      'sett',
      'wrzesnia',
      'iraila',
      'ira',
      'septiembre',
      'setiembre',
      'sep',
      'sept',
      'set',
      'setembre',
      'september',
      'septembre',
      'setembro',
      'settembre',
    ],
  ],
  [
    10,
    [
      'pazdziernika',
      'urria',
      'urr',
      'octubre',
      'oct',
      'octubre',
      'october',
      'oktober',
      'okt',
      'octobre',
      'outubro',
      'out',
      'ottobre',
      'ott',
    ],
  ],
  [11, ['listopada', 'azaroa', 'aza', 'noviembre', 'nov', 'novembre', 'november', 'novembro']],
  [
    12,
    [
      'grudnia',
      'decembro',
      'abendua',
      'abe',
      'diciembre',
      'dic',
      'desembre',
      'des',
      'december',
      'dec',
      'dezember',
      'dez',
      'decembre',
      'dezembro',
      'dicembre',
    ],
  ],
]
const monthByName = new Map(months.flatMap(([month, names]) => names.map((name) => [name, month] as const)))
const longMonths = [...monthByName.keys()].filter((name) => name.length >= 6)

/** The month (1 to 12) of a folded name or its abbreviation in ten languages, one letter of a long one misread; else null. */
export function monthOf(name: string): number | null {
  const exact = monthByName.get(name)
  if (exact) return exact
  if (name.length < 5) return null
  const known = nearMonths.get(name)
  if (known !== undefined) return known
  const near = longMonths.find((month) => isWithinEdits(month, name, 1))
  const month = near ? (monthByName.get(near) ?? null) : null
  if (nearMonths.size < nearMonthsMax) nearMonths.set(name, month)
  return month
}

/** Every word of a page is asked whether it is a month. */
const nearMonths = new Map<string, number | null>()
const nearMonthsMax = 20_000
