/**
 * Three lines for a shell that enrol SMS for ada: ask for a code, read it from her phone, send it back.
 * They want her access token in `TOKEN`. The README shows them for the default address.
 */
export function curlLines(baseUrl: string): readonly string[] {
  const enrolment = `${baseUrl}/v1/account/mfa/sms -H "Authorization: Bearer $TOKEN"`;
  return [
    `curl -X POST ${enrolment}`,
    `CODE=$(curl -s '${baseUrl}/demo/sms?to=%2B14155550101' | grep -o '#[0-9]*' | head -1 | cut -c2-)`,
    `curl -X PUT ${enrolment} -H 'Content-Type: application/json' -d "{\\"code\\":\\"$CODE\\"}"`,
  ];
}

/**
 * One line for a shell that shows the policy of `org_legacy`, where an older store's values hold. It wants
 * the management key of `acme` in `KEY`.
 */
export function policyLine(baseUrl: string): string {
  const path = '/v1/customer/organisations/org_legacy/security-policy';
  return `curl ${baseUrl}${path} -H "Authorization: Bearer $KEY"`;
}
