import { readFile } from 'node:fs/promises'
import { checkAlta, type Verdict } from '#app/issuing/verifactu/rules/check_alta'
import { checkAnulacion } from '#app/issuing/verifactu/rules/check_anulacion'
import { type GivenRecord, readGivenRecord } from '#app/issuing/verifactu/rules/given_record'
import type { Circumstances } from '#app/issuing/verifactu/rules/rule'
import { today } from '#app/kernel/time/calendar_date'

type Told = { id: string; record: GivenRecord }

const usage = 'Usage: npm run --silent cli -- verifactu:check FILE [--json]\n'
/** Records of the first year of the duty are judged as if it were over: they are written down before it begins. */
const FIRST_YEAR_ENDS = '2027-12-31T23:59:59+01:00'

/**
 * `verifactu:check FILE`: reads `{rules: [{id, record}]}` and prints a line of JSON for each: what AEAT would answer
 * (`refused`, `warning`, `accepted`) and with which code. Gives 0, 1 when the file cannot be read and 2 when none was named.
 */
export async function checkRecordsCommand(args: string[]): Promise<number> {
  const [path] = args.filter((arg) => !arg.startsWith('--'))
  if (path === undefined) {
    process.stderr.write(usage)
    return 2
  }
  try {
    const { rules } = JSON.parse(await readFile(path, 'utf8')) as { rules: Told[] }
    for (const { id, record } of rules) {
      const { effect, code } = verdictOf(record)
      process.stdout.write(`${JSON.stringify({ id, effect, ...(code === null ? {} : { code }) })}\n`)
    }
    return 0
  } catch (error) {
    process.stderr.write(`${path}: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

function verdictOf(told: GivenRecord): Verdict {
  const { alta, anulacion, headerNif } = readGivenRecord(told)
  const now = new Date(Math.max(Date.now(), Date.parse(FIRST_YEAR_ENDS)))
  const about: Circumstances = { today: today(now), now, ...(headerNif === undefined ? {} : { headerNif }) }
  return anulacion ? checkAnulacion(anulacion, about) : checkAlta(alta, about)
}
