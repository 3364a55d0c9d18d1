import { BadRequest, bodyOf, optionalText } from '#app/banking/providers/revolut/stand_in/read_request'
import type { ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import { ok, present } from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import { isValidIban } from '#app/kernel/identifiers/iban'
import { foldText, trigramSimilarity } from '#app/kernel/text/similarity'

/** So alike are names that a bank takes for the same, mistyped. */
const CLOSE_LIKENESS = 0.5

/** Whose an account is: of one that nobody said anything of, the name that is asked for. */
export function checkName(bank: ToBank, request: StandInRequest): StandInAnswer {
  const body = bodyOf(request)
  const iban = optionalText(body, 'iban')
  if (iban !== null && !isValidIban(iban)) throw new BadRequest(`${iban} is not a valid IBAN`, 3000)
  const number = iban ?? `${optionalText(body, 'sort_code') ?? ''}${optionalText(body, 'account_no') ?? ''}`
  const asked = optionalText(body, 'company_name') ?? ''
  const holder = bank().state.holders[number]
  const type = iban === null ? 'uk_cop' : iban.startsWith('RO') ? 'ro_cop' : 'eu_cop'
  const say = (result_code: string, code: string, name: string | null) =>
    ok(present({ result_code, reason: { type, code }, company_name: name }))
  if (holder === null) return say('cannot_be_checked', 'cannot_be_checked', null)
  if (holder === undefined || foldText(holder) === foldText(asked))
    return say('matched', 'company_account_name_matched', asked)
  return trigramSimilarity(foldText(holder), foldText(asked)) >= CLOSE_LIKENESS
    ? say('close_match', 'company_account_close_match', holder)
    : say('not_matched', 'not_matched', null)
}
