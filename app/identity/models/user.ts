import type { Role, Theme } from '#app/identity/roles'
import { UserSchema } from '#database/schema'

export type UserStatus = 'invited' | 'active' | 'suspended' | 'archived'

export default class User extends UserSchema {
  declare role: Role
  declare status: UserStatus
  declare themePreference: Theme | null
  declare tableDensity: 'normal' | 'compact'

  /** Whether the user works with every company, those to come included. */
  get seesAllSites(): boolean {
    return this.allSites || this.role === 's1st3ma'
  }

  /** Without a second factor only s1st3ma works (specification §6). */
  get isPastTwoFactor(): boolean {
    return this.twoFactorEnabled || this.role === 's1st3ma'
  }
}
