import { answerCases } from '#app/loans/commands/answer_cases'
import { buildSchedule, totalInterest } from '#app/loans/schedule/build_schedule'
import type { ScheduleTerms } from '#app/loans/schedule/terms'

/** `loans:schedule FILE [--json]`: the schedule of each loan of a JSON array. Needs no database. */
export function buildSchedulesCommand(args: string[]): Promise<number> {
  return answerCases('loans:schedule', args, (terms: ScheduleTerms & { id: string }) => {
    const instalments = buildSchedule(terms)
    return { instalments, totalInterestMinor: totalInterest(instalments) }
  })
}
