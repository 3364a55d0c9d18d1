import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import { orderTabs } from '../order_tabs'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'
import { CreateDirectDialog } from './create_direct_dialog'

const tabs: ListTabsOf = {
  name: 'tab',
  options: [...orderTabs],
}

type Props = { tab: string; orders: OrderListing; canCreate: boolean }

export default function DirectPaymentsIndex({ tab, orders, canCreate }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <OrderList
        key={tab}
        tab={tab}
        orders={orders}
        tabs={tabs}
        title="Pagos directos"
        storageKey="direct_payments"
        actions={canCreate ? <Button onClick={() => setIsCreating(true)}>Nuevo pago directo</Button> : null}
      />
      {isCreating ? <CreateDirectDialog onClose={() => setIsCreating(false)} /> : null}
    </>
  )
}
