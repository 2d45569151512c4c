export default 'tyv;FUN|Funafuti;NMG|Nanumanga;NMA|Nanumea;Niulakita|Niulakita;NIT|Niutao;NUI|Nui;NKF|Nukufetau;NKL|Nukulaelae;VAI|Vaitupu';
