import type { ListTabsOf } from '~/kit/list/list_tabs'
import { orderTabs } from '../order_tabs'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'

const tabs: ListTabsOf = {
  name: 'tab',
  options: [...orderTabs],
}

type Props = { tab: string; orders: OrderListing }

/** Orders of disbursements, withdrawals and instalments of loans. */
export default function LoanPaymentsIndex({ tab, orders }: Props) {
  return (
    <OrderList
      key={tab}
      tab={tab}
      orders={orders}
      tabs={tabs}
      title="Pagos de préstamos"
      storageKey="loan_payments"
    />
  )
}
