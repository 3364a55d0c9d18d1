import { accountOrders, placedOrders } from '#app/banking/pages/ports'

/** Answers what the pages of banks ask of payments: orders that they begin, and those of an account. */
export function answerBankPages(): void {
  placedOrders.answer({
    async pay({ beneficiaryId, isDraft, ...wanted }, actor) {
      const { createDirect } = await import('#app/payments/kinds/direct/create_direct')
      return createDirect(
        { ...wanted, payee: { beneficiaryId }, asDraft: isDraft, attachmentFileIds: [] },
        actor
      )
    },
    async move(wanted, actor) {
      const { createTransfer } = await import('#app/payments/kinds/internal/create_transfer')
      return createTransfer(wanted, actor)
    },
  })
  accountOrders.answer(async (ctx, bankAccountId) =>
    (await import('#app/payments/orders/page/account_orders')).accountOrders(ctx, bankAccountId)
  )
}
