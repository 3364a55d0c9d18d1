/** Words of the small print in which a company states its registration: only who bills prints them. */
export const registryText =
  /registro mercantil|reg\.? ?merc|\br\. ?m\.|\bi\.r\.u\.s|\birus\b|inscrita|inscripcion|\binsc\.|\bhoja [a-z]|\blibro \d|\btomo\b|\bfolio\b|\bhrb\b|handelsreg|amtsgericht|geschaftsfuhr|siret|\brcs\b|capital social|capital de|kvk|chamber of commerce|registered (in|office)|company (no|number|reg)|r\.e\.a|camera di commercio/
