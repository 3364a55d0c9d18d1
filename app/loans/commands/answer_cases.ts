import { readFile } from 'node:fs/promises'

import { isDomainError } from '#app/kernel/domain_error'

/**
 * Reads a file with a JSON array of cases and prints the answer to each as one JSON object a line on standard output; a
 * case that is refused is answered with its `error`. Gives 0, 1 when the file cannot be read as such, and 2 when none was
 * named.
 */
export async function answerCases<Case extends { id: string }>(
  command: string,
  args: string[],
  answer: (given: Case) => object
): Promise<number> {
  const [path] = args.filter((arg) => !arg.startsWith('--'))
  if (path === undefined) {
    process.stderr.write(`Usage: npm run --silent cli -- ${command} FILE [--json]\n`)
    return 2
  }
  const cases = await readCases<Case>(path)
  if (cases === null) return 1
  for (const given of cases) {
    process.stdout.write(`${JSON.stringify({ id: given.id, ...orError(() => answer(given)) })}\n`)
  }
  return 0
}

function orError(answer: () => object): object {
  try {
    return answer()
  } catch (error) {
    if (isDomainError(error)) return { error: error.message }
    throw error
  }
}

async function readCases<Case>(path: string): Promise<Case[] | null> {
  try {
    const cases: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (Array.isArray(cases)) return cases
    process.stderr.write(`${path}: a JSON array of cases is expected\n`)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    process.stderr.write(`${path}: ${error.message}\n`)
  }
  return null
}
