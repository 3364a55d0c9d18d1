import { readFile } from 'node:fs/promises'
import { allocateByWeight, allocateFixed, type Part } from '#app/rebilling/allocation/allocate'
import { exactWeights } from '#app/rebilling/allocation/exact_weight'

const USAGE = 'Uso: rebilling:allocate ARCHIVO --json\n'

type GivenPart = { site: number; percentage?: string; weight?: string; amountMinor?: number }
type Case = {
  id: string
  baseMinor: number
  method: 'percentage' | 'equal' | 'key' | 'fixed_amount'
  parts: GivenPart[]
}

/**
 * `rebilling:allocate FILE --json`: the shares of each case of a JSON array, one JSON object a line; needs no database. A case
 * that cannot be shared out is answered with its error. Gives 0, 1 when the file is no array of cases and 2 without a file.
 */
export async function allocateCommand(args: string[]): Promise<number> {
  const [path] = args.filter((arg) => !arg.startsWith('--'))
  if (path === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  const cases = await readCases(path)
  if (cases === null) {
    process.stderr.write(`${path}: no es una lista de casos en JSON.\n`)
    return 1
  }
  for (const given of cases) process.stdout.write(`${JSON.stringify(answer(given))}\n`)
  return 0
}

async function readCases(path: string): Promise<Case[] | null> {
  try {
    const read: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''))
    return Array.isArray(read) ? (read as Case[]) : null
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return null
  }
}

function answer(given: Case) {
  const { id } = given
  try {
    const parts = partsOf(given)
    if (parts === null) return { id, error: 'Todos los pesos son cero.' }
    return { id, parts: parts.map(({ siteId, amountMinor }) => ({ site: siteId, amountMinor })) }
  } catch (error) {
    if (error instanceof RangeError) return { id, error: error.message }
    throw error
  }
}

function partsOf({ baseMinor, method, parts }: Case): Part[] | null {
  if (method === 'fixed_amount')
    return allocateFixed(
      baseMinor,
      parts.map(({ site, amountMinor = 0 }) => ({ siteId: site, amountMinor }))
    )
  const weights = exactWeights(parts.map((part) => weightOf(method, part)))
  return allocateByWeight(
    baseMinor,
    parts.map(({ site }, place) => ({ siteId: site, weight: weights[place] ?? 0n }))
  )
}

function weightOf(method: Case['method'], { percentage = '0', weight = '0' }: GivenPart): string {
  if (method === 'equal') return '1'
  return method === 'percentage' ? percentage : weight
}
