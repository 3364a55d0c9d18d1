/** Codes of ISO 3166 of the countries whose banks people pay to. */
const CODES =
  'AD AE AL AR AT AU BA BD BE BG BH BR BY CA CH CL CN CO CR CY CZ DE DK DO DZ EC EE EG ES FI FR GB GE GH GI GR GT HK HN HR HU ID IE IL IN IS IT JM JO JP KE KR KW KZ LB LI LK LT LU LV MA MC MD ME MG MK MT MU MX MY NG NI NL NO NP NZ OM PA PE PH PK PL PT PY QA RO RS SA SE SG SI SK SM SN SV TH TN TR TW TZ UA UG US UY VA VN ZA'

const names = new Intl.DisplayNames('es', { type: 'region' })

/** Countries by their Spanish names, as a choice field takes them. */
export const COUNTRIES: { value: string; label: string }[] = CODES.split(' ')
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'es'))
