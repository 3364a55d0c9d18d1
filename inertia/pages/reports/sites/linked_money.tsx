import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'

/** An amount that leads to what it adds up. */
export function LinkedMoney({ value, href }: { value: MoneyValue; href: string }) {
  return (
    <Link href={href}>
      <Money value={value} />
    </Link>
  )
}

/** A count that leads to what it counts. */
export function LinkedCount({ value, href }: { value: number; href: string }) {
  return (
    <Link href={href} className="num">
      {countText(value)}
    </Link>
  )
}
