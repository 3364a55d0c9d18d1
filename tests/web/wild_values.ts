/** What a validator says of one field, as `toJSON()` of a compiled one shows it. */
export type FieldNode = {
  type: string
  subtype?: string
  fieldName: string
  isOptional: boolean
  allowNull: boolean
  validations?: { ruleFnId: string; name: string }[]
  properties?: FieldNode[]
  each?: FieldNode
}
/** What a field for a file is called there. */
export const FILE = 'multipartFile'
export type Refs = Record<string, { options?: Record<string, unknown> } | undefined>
export type Shape = { root: FieldNode; refs: Refs }

/** Numbers drawn from a seed: the same in each run. */
export function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const optionOf = ({ validations = [] }: FieldNode, refs: Refs, name: string): unknown => {
  for (const { ruleFnId } of validations) {
    const options = refs[ruleFnId]?.options
    if (options && name in options) return options[name]
  }
  return undefined
}

const NAMED: [RegExp, unknown][] = [
  [/iban/, 'ES9121000418450200051332'],
  [/email|^to$|^cc$/, 'ana@prueba.test'],
  [/tax_id|nif/, '12345678Z'],
  [/currency/, 'EUR'],
  [/period|month/, '2026-03'],
  [
    /_on$|_from$|_to$|_at$|_date$|^on$|^from$|^day$|starts|ends|planned|pay_on|valid_from|issued|due/,
    '2026-03-10',
  ],
  [/account_code|expense_account|ledger_account/, '629'],
  [/^rate$/, '1,1'],
  [/^km$/, '12,5'],
  [/country/, 'ES'],
  [/url|link/, 'https://prueba.test/a'],
  [/code|number/, 'AB12'],
]

/** A value that a field would take, as far as its name and its rules tell. */
export function plainValue(node: FieldNode, refs: Refs, keyOf: (field: string) => number): unknown {
  const name = node.fieldName
  if (node.type === 'object')
    return Object.fromEntries(
      (node.properties ?? [])
        .filter((field) => field.subtype !== FILE)
        .map((field) => [field.fieldName, plainValue(field, refs, keyOf)])
    )
  if (node.type === 'array') {
    if (!node.each) return []
    const each = plainValue({ ...node.each, fieldName: name }, refs, keyOf)
    return node.each.type === 'object' ? [each, each] : [each]
  }
  if (node.type !== 'literal') return {}
  const choices = optionOf(node, refs, 'choices')
  if (Array.isArray(choices)) return choices[0]
  if (node.subtype === 'boolean') return true
  if (node.subtype === 'any') return '10,00'
  if (node.subtype === 'number') {
    if (/_ids?$|^ids?$/.test(name)) return keyOf(name)
    return Number(optionOf(node, refs, 'min') ?? 1)
  }
  const named = NAMED.find(([pattern]) => pattern.test(name))
  if (named) return named[1]
  const size = Number(optionOf(node, refs, 'size') ?? 0)
  return size > 0
    ? 'a'.repeat(size)
    : 'Texto de prueba bastante largo'.slice(0, Number(optionOf(node, refs, 'max') ?? 100))
}

const SHAPES: readonly unknown[] = [
  null,
  '',
  [],
  {},
  [1, [2]],
  { a: { b: 1 } },
  true,
  'a\u0000b',
  'x'.repeat(20_000),
]
const NUMBERS: readonly unknown[] = [
  -5,
  0,
  1.5,
  1e300,
  2 ** 31,
  2 ** 53,
  99_999_999_999_999,
  '-1',
  '1e5',
  'Infinity',
  '9223372036854775808',
  '99999999999999999999999999',
]
export const AMOUNTS: readonly unknown[] = [
  '-5,00',
  -500,
  '-0,01',
  '0',
  '99999999999999999999',
  9_007_199_254_740_991,
  '90.071.992.547.409,91',
  '1,005',
  ...NUMBERS.slice(2, 5),
]
const DAYS: readonly unknown[] = [
  '2026-02-31',
  '99999-01-01',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '2026-13-01',
  '2026-3-1',
  '1900-01-01',
  '2026-03-10T10:00:00Z',
  20_260_310,
]
const KEYS: readonly unknown[] = [
  0,
  -1,
  999_999_999,
  Number.MAX_SAFE_INTEGER,
  '7e1',
  '9223372036854775807',
  1.5,
]

/** Values that nobody should be able to leave in a field: of another shape, out of its range, of nothing. */
export function wildValues(node: FieldNode): readonly unknown[] {
  if (node.type === 'array')
    return [...SHAPES, [null], [[]], [{}], ['x'], Array.from({ length: 6_000 }, () => 1)]
  if (node.type === 'object') return SHAPES
  if (node.subtype === 'any') return [...AMOUNTS, ...SHAPES]
  if (node.subtype === 'number') return [...NUMBERS, ...KEYS, ...SHAPES]
  if (/_on$|_from$|_to$|_date$|^on$|day|planned|valid_from/.test(node.fieldName)) return [...DAYS, ...SHAPES]
  return [...SHAPES, ...NUMBERS.slice(0, 4)]
}

export type Path = (string | number)[]

/** Every field of a shape with the way to it; of an array its first element stands for all. */
export function fieldsOf(node: FieldNode, way: Path = []): { node: FieldNode; way: Path }[] {
  if (node.type === 'object')
    return (node.properties ?? []).flatMap((field) => {
      const at = [...way, field.fieldName]
      return [{ node: field, way: at }, ...(field.type === 'literal' ? [] : fieldsOf(field, at))]
    })
  if (node.type === 'array' && node.each && node.each.type !== 'literal')
    return fieldsOf(node.each, [...way, 0])
  if (node.type === 'array' && node.each)
    return [{ node: { ...node.each, fieldName: String(way.at(-1)) }, way: [...way, 0] }]
  return []
}

/** The same body with another value at one place. */
export function withValue(body: unknown, [at, ...rest]: Path, value: unknown): unknown {
  if (at === undefined) return value
  if (Array.isArray(body)) return body.map((one, index) => (index === at ? withValue(one, rest, value) : one))
  return { ...(body as object), [at]: withValue((body as Record<string, unknown>)[at] ?? {}, rest, value) }
}
