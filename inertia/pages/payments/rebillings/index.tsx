import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import { urlFor } from '~/urls'
import { orderTabs } from '../order_tabs'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'

const tabs: ListTabsOf = {
  name: 'tab',
  options: [...orderTabs],
}

/** Payments by which companies of the group settle what they charge each other. */
export default function RebillingPaymentsIndex({ tab, orders }: { tab: string; orders: OrderListing }) {
  return (
    <OrderList
      key={tab}
      tab={tab}
      orders={orders}
      tabs={tabs}
      title="Pagos de refacturación"
      storageKey="rebilling_orders"
      actions={
        <Button component={Link} variant="default" href={urlFor('rebilling', null, { tab: 'issued' })}>
          Refacturaciones emitidas
        </Button>
      }
    />
  )
}
