import { GatewayUnavailable, type PayeeCheck } from '#app/banking/gateway/transfer_gateway'
import { askBank } from '#app/banking/pages/acts/ask_bank'
import type { BeneficiaryHead } from '#app/banking/pages/queries/find_beneficiary'
import { noConnectionText } from '#app/connectors/failure_texts'
import { execute } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Asks whose the account of a beneficiary is and keeps what was said. `not_possible` where the bank has no such question or
 * the account has no IBAN. Throws DomainError where the bank cannot be asked.
 */
export async function checkPayee({ id, connectorId, iban, name }: BeneficiaryHead): Promise<PayeeCheck> {
  const answer =
    iban === null
      ? NOT_POSSIBLE
      : await askBank(connectorId, async ({ bank, connection, client }) => {
          const check = bank.gateway?.(connection, client).checkPayee
          if (!check) return NOT_POSSIBLE
          return check({ iban, name }).catch((error: unknown) => {
            if (!(error instanceof GatewayUnavailable)) throw error
            throw new DomainError('E_PROVIDER_UNAVAILABLE', noConnectionText(bank.connector.title), {
              cause: error,
            })
          })
        })
  await execute(
    `update provider_beneficiaries set vop_result = :result, vop_name = :officialName, vop_at = now() where id = :id`,
    { id, ...answer }
  )
  return answer
}

const NOT_POSSIBLE: PayeeCheck = { result: 'not_possible', officialName: null }
