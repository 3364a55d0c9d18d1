import type { Role, Theme } from '#app/identity/roles'
import { UserSchema } from '#database/schema'

export type UserStatus = 'invited' | 'active' | 'suspended' | 'archived'

export default class User extends UserSchema {
  declare role: Role
  declare status: UserStatus
  declare themePreference: Theme | null
  declare tableDensity: 'normal' | 'compact'

  /** Without a second factor only s1st3ma works (specification §6). */
  get isPastTwoFactor(): boolean {
    return this.twoFactorEnabled || this.role === 's1st3ma'
  }
}
