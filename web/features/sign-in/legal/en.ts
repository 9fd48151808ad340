import type { LegalTexts } from './types.ts'

export const texts: LegalTexts = {
  terms: {
    title: 'User Agreement',
    intro:
      'This agreement is between you and the operator of this platform (“the platform”) about using this user center and the device management services behind it. By ticking the box, registering or signing in you confirm that you have read and accept it. If you do not agree, please do not register or use the service.',
    sections: [
      {
        title: '1. Your account',
        paragraphs: [
          'You register with a mobile phone number and a code sent to it; each number has one account. The number must be your own. When you give it up or change it, change it in your account information too, so that its next holder does not reach your account.',
          'Keep your password and codes to yourself. What is done with your account counts as done by you unless it was demonstrably misused by someone else. If anything looks wrong, change your password and end the other sessions at once.',
          'Names must not impersonate anyone and must not offend against law or common decency.',
        ],
      },
      {
        title: '2. Your personal space and organizations',
        paragraphs: [
          'Every account has a personal space that only you can see. You may belong to organizations as well, whose owners and managers administer members, permissions and devices there.',
          'What you may do in an organization is decided by that organization, which may change your permissions or remove you. Once you have left, you no longer see its data.',
          'If you apply in the name of an organization, you must be entitled to act for it and what you state must be true and complete. The platform may review applications and gives a reason where it rejects one.',
        ],
      },
      {
        title: '3. Rules of use',
        paragraphs: [
          'You may not use the service for anything unlawful, try to get around permissions, probe for weaknesses, register in bulk, disturb the service, or reach organizations, devices or data of others without authority.',
          'You must be entitled to connect and manage the devices you register, and must follow the rules on data collection where they stand.',
          'Where these rules are broken, the platform may, according to gravity, restrict functions or disable the account or organization, and keeps records as the law requires.',
        ],
      },
      {
        title: '4. Changes and interruptions',
        paragraphs: [
          'The platform does its best to keep the service running, yet maintenance, upgrades, networks or force majeure may interrupt it. Planned maintenance is announced beforehand where possible.',
          'You are told in a suitable way of any substantial change in what the service does.',
        ],
      },
      {
        title: '5. Liability',
        paragraphs: [
          'The platform is liable, within the law, for damage caused by its own fault. Damage caused by a disclosed password, a breach of this agreement or an organization’s own administration is borne by whoever is responsible for it.',
        ],
      },
      {
        title: '6. Final provisions',
        paragraphs: [
          'This agreement is governed by the law of the People’s Republic of China. Disputes are settled by negotiation first, failing which by the competent court at the operator’s seat.',
          'Changes are published with their version and date. Where they affect important rights of yours, you are asked to confirm again.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    intro:
      'This policy says which personal information the platform processes when you use the user center, why, for how long, and how you exercise your rights. We collect only what the service needs.',
    sections: [
      {
        title: '1. What we process',
        paragraphs: [
          'Registration and sign-in: your mobile phone number, your password (only as a digest that cannot be turned back) and verification codes (void once used or expired). Without these there is no account.',
          'What you choose to add: nickname, username, first and last name, email address. Leaving them out does not limit basic use.',
          'Security records: times of sign-in, IP addresses, browser and operating system identifiers, the last use of each session, and changes made to accounts, organizations and devices. They protect accounts, prevent abuse and meet legal duties to keep logs.',
          'Organizations and devices: the organizations you belong to, your role and permissions there, and data about their devices.',
        ],
      },
      {
        title: '2. Storage in your browser',
        paragraphs: [
          'We keep your sign-in tokens, the chosen organization, language and theme in your browser, and a cookie that only the server reads to recognise a device you have signed in from before, so that you still get in while someone else is guessing passwords. There is no advertising, no tracking across sites and no third-party script.',
        ],
      },
      {
        title: '3. Who else receives it',
        paragraphs: [
          'Text messages and emails are sent by providers that the operator has chosen; they receive the number or address and the content needed, nothing more.',
          'Members of an organization you belong to see your nickname and a masked phone number; its owner and managers also see your permissions there.',
          'Otherwise nothing goes to third parties, unless the law requires it, you consent, or another service of the platform needs it to serve you. Data is stored on the servers on which the operator runs this service.',
        ],
      },
      {
        title: '4. How long we keep it',
        paragraphs: [
          'Account information is kept while the account exists. 15 days after an account is closed, its names, username, phone, email, messages, sessions, known devices and memberships are deleted; the record keeps what happened, without your personal data in it (names, contacts, IP addresses), and your name reads “Closed account”. What belongs to organizations and their devices stays with them. Backups are overwritten after the period the operator has set. Sessions end after 30 days without use and after 90 days in any case. Messages are kept for a year. Security and change records are kept for at least 180 days. After that, data is deleted or made anonymous.',
        ],
      },
      {
        title: '5. Security',
        paragraphs: [
          'Connections should be encrypted; passwords are stored only as digests made by a dedicated algorithm; codes and tokens are never written to logs. When your phone number, email address or password changes, we tell the previous contact. You are informed, as the law requires, of any incident that may harm you.',
        ],
      },
      {
        title: '6. Your rights',
        paragraphs: [
          'In your account information you can see and correct your data, see and end your sessions, and ask for a file with all of your data. There you can also close your account, and undo that by signing in within 15 days. Before that, hand over the organizations that you own and withdraw your open applications. You can delete an organization yourself if you are its only member and it has no devices; otherwise ask the platform’s administrator to delete it. To inspect, copy or delete personal information or to withdraw consent, contact the platform’s administrator; you get an answer within 15 working days.',
          'Withdrawing consent does not affect what was done before. Without the consent that the service depends on, we can no longer provide it.',
        ],
      },
      {
        title: '7. Children and changes',
        paragraphs: [
          'The service is for people working in organizations, not for children under 14. If we learn that a child’s data was collected without a guardian’s consent, we delete it promptly.',
          'Changes to this policy are published with their version and date. You are asked again where purpose, manner or kind of processing changes substantially.',
        ],
      },
    ],
  },
}
