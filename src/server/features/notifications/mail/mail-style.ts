/**
 * What a client in the dark shows instead of the colours that stand at each element; those that know nothing of it, or of
 * style sheets, show the light ones. Outlook's apps mark what they have darkened themselves by an attribute.
 */
const dark = (at: string) => `${at}.page{background:#14181f!important}
${at}.card{background:#1e242d!important;border-color:#353d49!important}
${at}.ink{color:#f2f3f5!important}
${at}.soft{color:#a9b1bd!important}
${at}.line,${at}.facts{border-color:#353d49!important}
${at}.link{color:#f2f3f5!important}
${at}.button{background:#f59e0b!important}
${at}.on-button{color:#14181f!important}`

export const mailStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${dark('')}
}
${dark('[data-ogsc] ')}`
