import { lockConnector } from '#app/connectors/state/lock_connector'
import { tellPeople } from '#app/connectors/state/tell_people'
import { inTransaction, oneRow } from '#app/kernel/database/sql'

/** So many deliveries with a wrong signature within an hour are told to people, once in that hour. */
export const REFUSALS_TOLD = 10

/** Counts a delivery whose signature or time was not right. */
export async function countRefusal(connectorId: number): Promise<void> {
  await inTransaction(async (trx) => {
    const connector = await lockConnector(connectorId, trx)
    const { refusals } = await oneRow<{ refusals: number }>(
      `update connectors
          set webhook_refusals = case when webhook_refusals_from > clock_timestamp() - interval '1 hour' then webhook_refusals + 1 else 1 end,
              webhook_refusals_from = case when webhook_refusals_from > clock_timestamp() - interval '1 hour'
                then webhook_refusals_from else clock_timestamp() end
        where id = :connectorId returning webhook_refusals as refusals`,
      { connectorId },
      trx
    )
    if (refusals !== REFUSALS_TOLD) return
    await tellPeople(
      connector,
      {
        title: 'Avisos con firma incorrecta',
        text: `En una hora han llegado ${refusals} avisos cuya firma no es la del proveedor. No se ha hecho caso de ellos. Si ha cambiado el secreto en el proveedor, introdúzcalo en la conexión; si no, alguien que conoce la dirección se hace pasar por él.`,
      },
      trx
    )
  })
}
